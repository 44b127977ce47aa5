/** One visit for one visitor: `key` is that of a guest's signed link, and goes along wherever its pages lead. */
export type VisitLink = { id: string; key: string | null };

type VisitPage = "reschedule" | "cancel" | "receipt" | "calendar.ics" | "storm";

/** The address of a visit, or of one of its pages. Empty parts of the query are left out. */
export function visitPath(
  { id, key }: VisitLink,
  page?: VisitPage,
  query: Record<string, string | null> = {},
): string {
  const path = page ? `/bookings/${id}/${page}` : `/bookings/${id}`;
  const filled = Object.entries({ key, ...query }).filter((part): part is [string, string] => !!part[1]);
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}
