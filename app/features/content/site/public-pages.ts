/** The pages for everybody that search engines are shown; articles of the blog and openings come on top. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/services",
  "/services?type=commercial",
  "/book",
  "/contact",
  "/blog",
  "/careers",
  "/faq",
  "/privacy",
  "/terms",
];
