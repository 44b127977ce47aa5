import { and, eq, gt, inArray, ne } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { joinGuestBookings } from "~/features/booking/join.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { scrub } from "./scrub.server";

/**
 * Erases accounts once more that a restore brought back. Nothing of theirs was open when they were erased, so what is open
 * again is ended: visits to come are cancelled without a refund, plans end and the provider is told. Ids that are not there
 * are skipped.
 */
export async function eraseAgain(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now" | "jobs">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: users.id, email: users.email, email_verified: users.emailVerified })
    .from(users)
    .where(inArray(users.id, [...ids]));
  for (const user of found) {
    if (user.email_verified) await joinGuestBookings(tx, ctx, user);
    await endWhatIsOpen(tx, ctx, user.id);
    const visits = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.user_id, user.id));
    const theirs = await tx.select({ id: plans.id }).from(plans).where(eq(plans.user_id, user.id));
    await scrub(tx, ctx, {
      ...user,
      booking_ids: visits.map(({ id }) => id),
      plan_ids: theirs.map(({ id }) => id),
    });
    await tx.delete(users).where(eq(users.id, user.id));
    const details = { restored: true };
    await recordAudit(tx, ctx, { action: "user.erased", entity: "user", entity_id: user.id, details });
  }
}

async function endWhatIsOpen(tx: Database, { now }: Pick<Ctx, "now">, user_id: string): Promise<void> {
  const open = inArray(bookings.status, ["pending", "confirmed"]);
  await tx
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: now })
    .where(and(eq(bookings.user_id, user_id), open, gt(bookings.ends_at, now)));
  await tx
    .update(plans)
    .set({ status: "ended", ended_at: now, hold_expires_at: null, untold_since: now, updated_at: now })
    .where(and(eq(plans.user_id, user_id), ne(plans.status, "ended")));
}
