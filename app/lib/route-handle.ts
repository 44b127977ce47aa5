/** What a route says of its page: `export const handle = { hydrate: true } satisfies RouteHandle`. */
export type RouteHandle = {
  /** Whether React takes the page over: at once, or when somebody first touches it. Most pages need neither. */
  hydrate?: true | "on-intent";
  /** Whether it follows the system into the dark. */
  themed?: boolean;
  /** Its stylesheet, if not the site's: `app/office.css`. */
  sheet?: "office";
};
