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

const rules = {
  prefetch: [{ source: "document", where: { href_matches: HREFS }, eagerness: "moderate" }],
};

/** What browsers fetch ahead, once somebody is about to follow a link (the header Speculation-Rules leads here). */
export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
