/** Remembers in the browser how the sidebar stands, for seven days (spec section 9). */
export const SIDEBAR_COOKIE = "sidebar_state";
const SECONDS = 7 * 24 * 60 * 60;

/** For `Set-Cookie` and `document.cookie` alike; `secure` when the site is reached over https. */
export function sidebarCookie(state: "collapsed" | "expanded", { secure }: { secure: boolean }): string {
  return `${SIDEBAR_COOKIE}=${state}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
