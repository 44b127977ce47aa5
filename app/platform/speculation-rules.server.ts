import { createHash } from "node:crypto";

/** Public pages whose reading changes nothing, with any query. */
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
 * What browsers fetch ahead, once somebody is about to follow a link. It stands in the page: a file of its own would be
 * fetched before style and fonts.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ source: "document", where: { href_matches: HREFS }, eagerness: "moderate" }],
});

/** By which a page's policy knows them. */
export const SPECULATION_RULES_HASH = `'sha256-${createHash("sha256").update(SPECULATION_RULES).digest("base64")}'`;
