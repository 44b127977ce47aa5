import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { profiles } from "~/db/schema/customers";
import { erasures } from "~/db/schema/office";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { joinGuestBookings } from "~/features/booking/join.server";
import { releaseBookings } from "~/features/booking/release.server";
import { hasPassword } from "~/features/identity/security/security.server";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { lockAdministrators, readAdministrators } from "~/features/identity/staff/roles.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { ERASE_WORD, type EraseForm } from "./forms";
import { isAbandoned, type Obstacle, obstacleOf } from "./rules";
import { scrub } from "./scrub.server";

export type EraseOutcome =
  | { ok: true }
  | { ok: false; reason: "wrong"; field: "password" | "confirm"; message: string }
  | { ok: false; reason: "not yet"; obstacle: Obstacle };

/** How the customer must confirm the erasure, and what prevents it. */
export async function readErasure(
  ctx: UserCtx,
): Promise<{ has_password: boolean; obstacle: Obstacle | null }> {
  const [has_password, account] = await Promise.all([hasPassword(ctx), readAccount(ctx.db, ctx.actor.id)]);
  return { has_password, obstacle: obstacleOf(account, ctx.now) };
}

/**
 * Deletes the signed-in customer's account. One transaction removes all personal data; orders, refunds and the times of
 * visits are kept for accounting. Refused while a visit or payment is open. Erasing twice has no further effect.
 */
export async function eraseAccount(ctx: UserCtx, auth: RequestAuth, form: EraseForm): Promise<EraseOutcome> {
  const refusal = await refuseProof(ctx, auth, form);
  if (refusal) return (await accountExists(ctx.db, ctx.actor.id)) ? refusal : { ok: true };
  return ctx.db.transaction((tx) => erase(tx, ctx));
}

async function erase(tx: Database, ctx: UserCtx): Promise<EraseOutcome> {
  const { id } = ctx.actor;
  const [user] = await tx
    .select({ id: users.id, email: users.email, email_verified: users.emailVerified })
    .from(users)
    .where(eq(users.id, id));
  if (!user) return { ok: true };
  await lockAdministrators(tx); // two last administrators must not both leave
  if (user.email_verified) await joinGuestBookings(tx, ctx, user);
  if (!(await lockAccount(tx, id))) return { ok: true };
  const account = await readAccount(tx, id);
  const obstacle = obstacleOf(account, ctx.now);
  if (obstacle) return { ok: false, reason: "not yet", obstacle };
  const abandoned = account.visits.filter((visit) => isAbandoned(visit, ctx.now)).map((visit) => visit.id);
  await releaseBookings(tx, ctx, abandoned, "hold expired");
  await scrub(tx, ctx, {
    ...user,
    booking_ids: account.visits.map((visit) => visit.id),
    plan_ids: account.plans.map((plan) => plan.id),
  });
  await tx.delete(users).where(eq(users.id, id));
  await tx.insert(erasures).values({ user_id: id, erased_at: ctx.now });
  await ctx.jobs.enqueue(tx, "keep-erasures", {});
  await recordAudit(tx, ctx, { action: "user.erased", entity: "user", entity_id: id });
  return { ok: true };
}

/**
 * Locks everything of the customer until the transaction ends. Returns false if another transaction has deleted the
 * account. Lock order, as everywhere: plans, bookings, profile, user.
 */
async function lockAccount(tx: Database, id: string): Promise<boolean> {
  await tx
    .select({ id: plans.id })
    .from(plans)
    .where(eq(plans.user_id, id))
    .orderBy(asc(plans.id))
    .for("update");
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.user_id, id))
    .orderBy(asc(bookings.id))
    .for("update");
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update");
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
  return found.length > 0;
}

async function readAccount(db: Database, id: string) {
  const paid = db
    .select({ id: orders.booking_id })
    .from(orders)
    .where(and(eq(orders.status, "completed"), isNotNull(orders.booking_id)));
  const processing = db
    .select({ id: orders.booking_id })
    .from(orders)
    .where(
      and(ne(orders.status, "completed"), isNotNull(orders.processing_at), isNull(orders.session_closed_at)),
    );
  const visits = await db
    .select({
      id: bookings.id,
      status: bookings.status,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      hold_expires_at: bookings.hold_expires_at,
      needs_attention: bookings.needs_attention,
      paid: sql<boolean>`${inArray(bookings.id, paid)}`,
      processing: sql<boolean>`${inArray(bookings.id, processing)}`,
    })
    .from(bookings)
    .where(eq(bookings.user_id, id));
  const pending = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(bookings, visitOfOrder)
    .where(and(eq(bookings.user_id, id), eq(refunds.status, "pending")));
  const subscribed = await db
    .select({
      id: plans.id,
      status: plans.status,
      ends_on: plans.ends_on,
      hold_expires_at: plans.hold_expires_at,
      needs_attention: plans.needs_attention,
    })
    .from(plans)
    .where(eq(plans.user_id, id));
  const admins = await readAdministrators(db);
  const last_admin = admins.length === 1 && admins[0] === id;
  return { visits, plans: subscribed, pending_refunds: pending.length, last_admin };
}

async function refuseProof(ctx: UserCtx, auth: RequestAuth, form: EraseForm): Promise<EraseOutcome | null> {
  if (!(await hasPassword(ctx))) {
    if (form.confirm === ERASE_WORD) return null;
    return { ok: false, reason: "wrong", field: "confirm", message: `Type ${ERASE_WORD} to confirm` };
  }
  if ((await auth.checkPassword(form.password ?? "")).ok) return null;
  logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
  return { ok: false, reason: "wrong", field: "password", message: "Incorrect password" };
}

async function accountExists(db: Database, id: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.id, id))).length > 0;
}

/**
 * Erases accounts that a restore brought back. Visits and plans that are open again are ended first: upcoming visits are
 * cancelled without a refund, and plans are synced to the provider. Unknown ids are skipped.
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
    await endOpenBookings(tx, ctx, user.id);
    const visits = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.user_id, user.id));
    const planRows = await tx.select({ id: plans.id }).from(plans).where(eq(plans.user_id, user.id));
    await scrub(tx, ctx, {
      ...user,
      booking_ids: visits.map(({ id }) => id),
      plan_ids: planRows.map(({ id }) => id),
    });
    await tx.delete(users).where(eq(users.id, user.id));
    const details = { restored: true };
    await recordAudit(tx, ctx, { action: "user.erased", entity: "user", entity_id: user.id, details });
  }
}

async function endOpenBookings(tx: Database, { now }: Pick<Ctx, "now">, user_id: string): Promise<void> {
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
