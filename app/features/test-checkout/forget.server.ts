import { and, eq, inArray } from "drizzle-orm";
import { test_checkout_sessions as sessions } from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database.server";

/** Takes everything personal out of checkouts; one that was still open can't be paid any more. */
export async function forgetCheckouts(tx: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(sessions)
    .set({ customer: null, customer_email: null, summary: [] })
    .where(inArray(sessions.id, ids));
  await tx
    .update(sessions)
    .set({ status: "expired" })
    .where(and(inArray(sessions.id, ids), eq(sessions.status, "open")));
}
