/** Remembers in the browser how the sidebar stands, for seven days (spec section 9). */
export const SIDEBAR_COOKIE = "sidebar_state";
export const SIDEBAR_COOKIE_SECONDS = 7 * 24 * 60 * 60;
