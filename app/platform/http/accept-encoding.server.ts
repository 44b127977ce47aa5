export type Encoding = "br" | "gzip" | "identity";

const REFUSED = String.raw`(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`;
const BROTLI = new RegExp(String.raw`\bbr\b${REFUSED}`);
const GZIP = new RegExp(String.raw`\bgzip\b${REFUSED}`);

/** The best encoding that an Accept-Encoding header allows. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "");
  if (BROTLI.test(names)) return "br";
  return GZIP.test(names) ? "gzip" : "identity";
}
