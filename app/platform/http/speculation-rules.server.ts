import { createHash } from "node:crypto";

/** Public pages that change nothing when read, with any query. */
const HREFS = [
  "/",
  "/about",
  "/services",
  "/book",
  "/contact",
  "/blog",
  "/blog/:id(\\d+)",
  "/careers",
  "/faq",
  "/privacy",
  "/terms",
];

/**
 * The rules by which browsers prefetch a page when somebody is about to follow a link. They are in the page, because a
 * separate file would be fetched before styles and fonts.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ source: "document", where: { href_matches: HREFS }, eagerness: "moderate" }],
});

/** Their hash, for the page's Content-Security-Policy. */
export const SPECULATION_RULES_HASH = `'sha256-${createHash("sha256").update(SPECULATION_RULES).digest("base64")}'`;
