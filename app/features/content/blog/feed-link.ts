/** How a page's head tells that there is a feed. */
export const feedLink = {
  rel: "alternate",
  type: "application/rss+xml",
  title: "Blog",
  href: "/blog/rss.xml",
} as const;
