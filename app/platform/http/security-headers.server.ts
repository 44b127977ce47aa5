import { SPECULATION_RULES_HASH } from "./speculation-rules.server";

/**
 * Headers of every response. Scripts run only from this site or with this response's nonce. Forms post to this site, and
 * redirect on at most to `formTargets`. `framed`: any site may frame this page.
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

/** For a site with an https ORIGIN: browsers use only https for a year, subdomains included. */
export function transportHeaders(origin: string | undefined): Record<string, string> {
  if (!origin?.startsWith("https:")) return {};
  return { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}; includeSubDomains` };
}

/**
 * For a document that a page of this site shows in a frame, such as an email: it may have styles, and do nothing. Routes
 * set these headers themselves.
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

/** For a drawing that somebody sent in: opened as a document it can load and do nothing. */
export function drawingHeaders(): Record<string, string> {
  return {
    ...securityHeaders(),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
}

/**
 * For a built file. SVGs get all headers, because a browser may open them as documents. Others need only these, and a page
 * loads a dozen of them.
 */
export function fileHeaders(contentType: string | null): Record<string, string> {
  const isDocument = !contentType || /html|xml/.test(contentType);
  return isDocument ? securityHeaders() : { "X-Content-Type-Options": "nosniff" };
}
