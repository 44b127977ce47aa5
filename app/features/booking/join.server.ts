import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Gives a user the bookings and plans made without an account under their address. Call it only for a verified address. */
export async function joinGuestBookings(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user: { id: string; email: string },
): Promise<void> {
  // plans before their visits, as every verb about a plan takes them
  await tx
    .update(plans)
    .set({ user_id: user.id, updated_at: ctx.now })
    .where(and(isNull(plans.user_id), eq(sql`lower(${plans.customer_email})`, user.email.toLowerCase())));
  const joined = await tx
    .update(bookings)
    .set({ user_id: user.id, updated_at: ctx.now })
    .where(
      and(isNull(bookings.user_id), eq(sql`lower(${bookings.customer_email})`, user.email.toLowerCase())),
    )
    .returning({ id: bookings.id });
  await tell(tx, ctx, user.id, joined);
}

/** Joins a guest's booking to the account with the same verified email, if any. */
export async function joinAccount(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  bookingId: string,
): Promise<void> {
  const [owner] = await tx // looked for first: most customers have no account, and an update of nothing costs more
    .select({ id: users.id })
    .from(bookings)
    .innerJoin(users, eq(users.email, sql`lower(${bookings.customer_email})`))
    .where(and(eq(bookings.id, bookingId), isNull(bookings.user_id), users.emailVerified));
  if (!owner) return;
  await tx.update(bookings).set({ user_id: owner.id, updated_at: ctx.now }).where(eq(bookings.id, bookingId));
  await tell(tx, ctx, owner.id, [{ id: bookingId }]);
}

async function tell(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user: string,
  joined: { id: string }[],
): Promise<void> {
  if (joined.length === 0) return;
  await recordAudit(
    tx,
    ctx,
    ...joined.map(({ id }) => ({
      action: "booking.joined",
      entity: "booking",
      entity_id: id,
      details: { user },
    })),
  );
}
