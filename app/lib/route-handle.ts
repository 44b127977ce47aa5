/** What a route declares about itself: `export const handle = { hydrate: true } satisfies RouteHandle`. */
export type RouteHandle = {
  /** Whether React runs in the browser: at once, or at the first interaction. Most pages need neither. */
  hydrate?: true | "on-intent";
  /** Whether the page has dark mode. */
  themed?: boolean;
  /** Whether accounts mean nothing to the page, as on crews' phones: it keeps no session alive. */
  apart?: boolean;
  /**
   * Whether its action reads files that people choose. Then a body may be of any size, and the action counts what it reads;
   * at other addresses, more than 512 KB are refused (platform/http/refusals.server.ts).
   */
  takesFiles?: true;
  /** Its style sheet if not the site's: `app/office.css`. */
  sheet?: "office";
};
