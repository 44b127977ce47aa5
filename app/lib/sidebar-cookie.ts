/** Stores in the browser whether the sidebar is collapsed, for seven days (spec section 9). */
export const SIDEBAR_COOKIE = "sidebar_state";
const SECONDS = 7 * 24 * 60 * 60;

/** For `Set-Cookie` and `document.cookie`. `secure`: over https. */
export function sidebarCookie(state: "collapsed" | "expanded", { secure }: { secure: boolean }): string {
  return `${SIDEBAR_COOKIE}=${state}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
