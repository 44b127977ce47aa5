import { SPECULATION_RULES_HASH } from "./speculation-rules.server";

/**
 * Headers of every answer. Scripts run only from this site, or with the nonce of this response. Forms post to this site,
 * and from there lead on at most to `formTargets`. `framed`: any page of the web may show this one in a frame.
 */
export function securityHeaders(
  nonce?: string,
  formTargets: string[] = [],
  { framed = false }: { framed?: boolean } = {},
): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${SPECULATION_RULES_HASH}${nonce ? ` 'nonce-${nonce}'` : ""}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
    `frame-ancestors ${framed ? "*" : "'none'"}`,
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    ...(!framed && { "X-Frame-Options": "DENY" }),
  };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Of a site whose address is an https one: for a year browsers come to it, and to what is below it, over nothing else. */
export function transportHeaders(origin: string | undefined): Record<string, string> {
  if (!origin?.startsWith("https:")) return {};
  return { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}; includeSubDomains` };
}

/**
 * For a document that a page of this site shows in a frame, like a mail: it may bring its own styles, and do nothing.
 * A route gives it these headers itself.
 */
export function documentHeaders(): Record<string, string> {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";
  return {
    ...securityHeaders(),
    "Content-Security-Policy": policy,
    "Content-Type": "text/html; charset=utf-8",
    "X-Frame-Options": "SAMEORIGIN",
  };
}

/**
 * For a built file. What a browser could open as a document, an SVG, gets what documents get; for the rest only its kind
 * matters, and a page loads a dozen of them.
 */
export function fileHeaders(contentType: string | null): Record<string, string> {
  const isDocument = !contentType || /html|xml/.test(contentType);
  return isDocument ? securityHeaders() : { "X-Content-Type-Options": "nosniff" };
}
