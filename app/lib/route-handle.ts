/** What a route declares about its page: `export const handle = { hydrate: true } satisfies RouteHandle`. */
export type RouteHandle = {
  /** Whether React runs in the browser: at once, or at the first interaction. Most pages need neither. */
  hydrate?: true | "on-intent";
  /** Whether the page has dark mode. */
  themed?: boolean;
  /** Whether accounts mean nothing to the page, as on crews' phones: it keeps no session alive. */
  apart?: boolean;
  /** Its style sheet if not the site's: `app/office.css`. */
  sheet?: "office";
};
