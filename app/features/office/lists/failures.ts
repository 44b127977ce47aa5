/** What the list at each address is a list of. */
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
};

/** The words for a page of the office that could not be loaded, or a form of it that could not be saved (spec section 8). */
export function officeFailure(asked: { path: string; isForm: boolean; intent: string }): string {
  const { path, isForm, intent } = asked;
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
