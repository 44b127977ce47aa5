/**
 * The rooms of app/features from the ground up: a file imports from its own rung and from those before it. Most rooms are one
 * rung. A part that everybody needs stands lower than its room, and one that looks into everything stands higher.
 */
const RUNGS = [
  "scheduling/roads",
  "operations/settings",
  "office/lists",
  "notifications/email",
  "catalog",
  "integrations/partners",
  "integrations/webhooks",
  "scheduling/crews",
  "scheduling/availability",
  "scheduling/area",
  "payments/credit",
  "payments/orders",
  "payments/approvals",
  "content/newsletter",
  "notifications/preferences",
  "customers/records",
  "customers/referrals",
  "customers/codes",
  "customers/photos",
  "customers/merges",
  "customers/office",
  "booking",
  "plans",
  "payments",
  "scheduling/opening-hours",
  "scheduling/board",
  "scheduling/storm",
  "notifications/reminders",
  "identity",
  "customers/homes",
  "fieldwork",
  "claims",
  "messages",
  "careers",
  "reviews",
  "content/site",
  "content/pictures",
  "content/texts",
  "content/pages",
  "content/blog",
  "content/office",
  "customers/profile",
  "integrations/api",
  "moving",
  "identity/privacy",
  "operations/monitoring",
  "operations/retention",
  "operations/backup",
  "operations/export",
  "operations/doctor",
  "notifications/notices",
  "office",
] as const;

/** The rung of a file of app/features, by the longest name that begins its path; undefined when its room is not listed. */
export function rungOf(file: string): number | undefined {
  const matches = RUNGS.filter((rung) => file.startsWith(`app/features/${rung}/`));
  const longest = matches.toSorted((one, other) => other.length - one.length)[0];
  return longest && RUNGS.indexOf(longest);
}
