/** The state of background jobs, formatted. */
export type WorkView = {
  /** "12 waiting, the oldest since …; 3 to retry later." */
  summary: string;
  failed: { kind: string; label: string }[];
};

type State = { waiting: number; since: string | null; later: number };

export function formatWork({ waiting, since, later }: State): string {
  const parts = [
    waiting > 0 && `${formatCount(waiting)} waiting${since ? `, the oldest since ${since}` : ""}`,
    later > 0 && `${formatCount(later)} to retry later`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join("; ")}.` : "Nothing is waiting.";
}

/** Formats failed jobs: "Booking confirmed mail: 2 failed in the last day". */
export function formatFailure(kind: string, count: number): string {
  const name = kind.replaceAll("-", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${formatCount(count)} failed in the last day`;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** The noun of each list, by path. */
const LISTS: Record<string, string> = {
  "/admin/bookings": "bookings",
  "/admin/orders": "orders",
  "/admin/messages": "messages",
  "/admin/applications": "applications",
  "/admin/customers": "customers",
  "/admin/plans": "plans",
  "/admin/reviews": "reviews",
  "/admin/newsletter": "subscribers",
  "/admin/mail": "emails",
  "/admin/activity": "activity",
  "/admin/sign-ins": "sign-ins",
};

/** The error of an office page that failed to load, or of a form that failed to save (spec section 8). */
export function officeFailure(request: { path: string; isForm: boolean; intent: string }): string {
  const { path, isForm, intent } = request;
  if (isForm) {
    if (path === "/admin/bookings") return "Failed to update booking status";
    if (path === "/admin/settings" && intent === "save") return "Failed to update settings";
    if (path === "/admin/settings" && intent.startsWith("remove")) return "Failed to update setting";
    return "Your changes could not be saved. Please try again.";
  }
  if (path === "/admin/settings") return "Failed to load settings";
  const noun = LISTS[path];
  return noun ? `Failed to fetch ${noun}` : "This page could not be loaded. Please try again.";
}
