import { and, eq, ne, type SQL } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { Given } from "~/platform/database.server";

/**
 * The booking that a draft holds or has become. Its status stands in the statement and is no value of it: only so can a plan
 * that is made once use the index of drafts, which leaves out what is cancelled.
 */
export function bookingOfDraft(draftId: Given): SQL | undefined {
  return and(eq(bookings.draft_id, draftId), ne(bookings.status, "cancelled").inlineParams());
}

/** The same of plans. */
export function planOfDraft(draftId: Given): SQL | undefined {
  return and(eq(plans.draft_id, draftId), ne(plans.status, "ended").inlineParams());
}
