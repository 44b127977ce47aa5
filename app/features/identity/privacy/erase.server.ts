import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { approvals } from "~/db/schema/approvals";
import { bookings } from "~/db/schema/bookings";
import { customer_contacts, customers, profiles } from "~/db/schema/customers";
import { erasures } from "~/db/schema/office";
import { charges, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { joinGuestBookings } from "~/features/booking/join.server";
import { releaseBookings } from "~/features/booking/release.server";
import { hasPassword } from "~/features/identity/security/security.server";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { isOnlyOwner, lockRoles } from "~/features/identity/staff/roles.server";
import { readCredit } from "~/features/payments/credit/queries.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { formatNumber, numberIn } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import { readStaffRoles } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx, StaffCtx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { ERASE_WORD, type EraseForm } from "./forms";
import { isAbandoned, type Obstacle, obstacleOf } from "./rules";
import { type ErasedAccount, scrub } from "./scrub.server";

export type EraseOutcome =
  | { ok: true }
  | { ok: false; reason: "wrong"; field: "password" | "confirm"; message: string }
  | { ok: false; reason: "not yet"; obstacle: Obstacle };

/** How the customer must confirm the erasure, what prevents it, and the credit that is lost with it, in words. */
export async function readErasure(
  ctx: UserCtx,
): Promise<{ has_password: boolean; obstacle: Obstacle | null; credit: string | null }> {
  const [has_password, account, credit] = await Promise.all([
    hasPassword(ctx),
    readAccount(ctx.db, ctx.actor.id),
    readCredit(ctx, ctx.actor.id),
  ]);
  const lost = credit.cents > 0 ? credit.balance : null;
  return { has_password, obstacle: obstacleOf(account, ctx.now), credit: lost };
}

/**
 * Deletes the signed-in customer's account. One transaction removes all personal data; orders, refunds and the times of
 * visits are kept for accounting. Refused while a visit or payment is open. Erasing twice has no further effect.
 */
export async function eraseAccount(ctx: UserCtx, auth: RequestAuth, form: EraseForm): Promise<EraseOutcome> {
  const refusal = await refuseProof(ctx, auth, form);
  if (refusal) return (await accountExists(ctx.db, ctx.actor.id)) ? refusal : { ok: true };
  return ctx.db.transaction((tx) => erase(tx, ctx, ctx.actor.id));
}

/**
 * Erases a customer for the office, with the account if there is one. Staff confirm with the customer's number. Refused
 * while a visit or payment is open, and for accounts of staff.
 */
export async function eraseCustomer(
  ctx: StaffCtx,
  { id, confirm }: { id: string; confirm: string },
): Promise<{ ok: true } | { ok: false; reason: "missing" | "refused"; message: string }> {
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(customers).where(eq(customers.id, id));
    if (!found || found.merged_into) return { ok: false, reason: "missing", message: "" };
    const refuse = (message: string) => ({ ok: false, reason: "refused", message }) as const;
    if (numberIn(confirm) !== found.number)
      return refuse(`Type the customer's number, ${formatNumber(found.number)}, to confirm.`);
    if ((await readStaffRoles(tx)).has(id))
      return refuse("This is an account of the office. Take its role away first.");
    const outcome = await erase(tx, ctx, id);
    return outcome.ok ? outcome : refuse(OPEN);
  });
}

const OPEN =
  "Something of this customer is still open: a plan, an upcoming visit, a payment or a refund. End, cancel or settle it first.";

/** Erases the account and customer with this id. */
async function erase(tx: Database, ctx: Ctx, id: string): Promise<EraseOutcome> {
  const [user] = await tx
    .select({ id: users.id, email: users.email, email_verified: users.emailVerified })
    .from(users)
    .where(eq(users.id, id));
  if (user) await lockRoles(tx); // two last owners must not both leave
  if (user?.email_verified) await joinGuestBookings(tx, ctx, user);
  if (!(await lockAccount(tx, id))) return { ok: true };
  const { visits } = await readAccount(tx, id);
  const abandoned = visits.filter((visit) => isAbandoned(visit, ctx.now)).map((visit) => visit.id);
  await releaseBookings(tx, ctx, abandoned, "hold expired"); // visits that made room for a plan come back
  const account = await readAccount(tx, id);
  const obstacle = obstacleOf(account, ctx.now);
  if (obstacle) return { ok: false, reason: "not yet", obstacle };
  await forget(tx, ctx, id, user, {
    booking_ids: account.visits.map((visit) => visit.id),
    plan_ids: account.plans.map((plan) => plan.id),
  });
  await tx.insert(erasures).values({ user_id: id, erased_at: ctx.now }).onConflictDoNothing();
  await ctx.jobs.enqueue(tx, "keep-erasures", {});
  await recordAudit(tx, ctx, erasedEntry(id, user));
  return { ok: true };
}

type Erased = Pick<ErasedAccount, "id" | "email" | "email_verified">;

/** Removes everything of an account and its customer, or of a customer without account, whose confirmed emails are theirs. */
async function forget(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now" | "vault">,
  id: string,
  user: Erased | undefined,
  work: Pick<ErasedAccount, "booking_ids" | "plan_ids">,
): Promise<void> {
  const contacts = await tx
    .select({ email: customer_contacts.value })
    .from(customer_contacts)
    .where(
      and(
        eq(customer_contacts.customer_id, id),
        eq(customer_contacts.kind, "email"),
        isNotNull(customer_contacts.verified_at),
      ),
    );
  const others = contacts.filter(({ email }) => email !== user?.email.toLowerCase());
  for (const { email } of others)
    await scrub(tx, ctx, { id, email, email_verified: true, booking_ids: [], plan_ids: [] });
  await scrub(tx, ctx, { ...(user ?? { id, email: id, email_verified: false }), ...work });
  if (user) await tx.delete(users).where(eq(users.id, id));
}

function erasedEntry(id: string, user: Erased | undefined, details?: { restored: boolean }) {
  return user
    ? { action: "user.erased", entity: "user", entity_id: id, details }
    : { action: "customer.erased", entity: "customer", entity_id: id, details };
}

/** What an account made, and what is its customer's: both have the same id. */
const ofOwner = (table: typeof bookings | typeof plans, id: string) =>
  or(eq(table.user_id, id), eq(table.customer_id, id));

/**
 * Locks everything of the customer until the transaction ends. Returns false if another transaction has deleted them. Lock order, as everywhere: plans, bookings, profile, user.
 */
async function lockAccount(tx: Database, id: string): Promise<boolean> {
  await tx
    .select({ id: plans.id })
    .from(plans)
    .where(ofOwner(plans, id))
    .orderBy(asc(plans.id))
    .for("update");
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(ofOwner(bookings, id))
    .orderBy(asc(bookings.id))
    .for("update");
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update");
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
  const [own] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, id))
    .for("update");
  return Boolean(user ?? own);
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
    .where(ofOwner(bookings, id));
  const pending = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(bookings, visitOfOrder)
    .where(and(ofOwner(bookings, id), eq(refunds.status, "pending")));
  const asked = await db
    .select({ id: approvals.id })
    .from(approvals)
    .innerJoin(orders, eq(orders.id, approvals.order_id))
    .innerJoin(bookings, visitOfOrder)
    .where(and(ofOwner(bookings, id), eq(approvals.status, "open")));
  const subscribed = await db
    .select({
      id: plans.id,
      status: plans.status,
      ends_on: plans.ends_on,
      hold_expires_at: plans.hold_expires_at,
      needs_attention: plans.needs_attention,
    })
    .from(plans)
    .where(ofOwner(plans, id));
  const last_admin = await isOnlyOwner(db, id);
  const card_charges = await countCardCharges(db, id);
  return {
    ...{ visits, plans: subscribed, card_charges, last_admin },
    pending_refunds: pending.length + asked.length,
  };
}

/** Orders whose saved card is being charged, or is tried again. */
async function countCardCharges(db: Database, id: string): Promise<number> {
  const under_way = sql`exists (select from ${charges} where ${charges.order_id} = ${orders.id}
    and ${charges.purpose} = 'card' and ${charges.status} = 'pending')`;
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(and(ofOwner(bookings, id), or(isNotNull(orders.charge_at), under_way)));
  return found.length;
}

async function refuseProof(ctx: UserCtx, auth: RequestAuth, form: EraseForm): Promise<EraseOutcome | null> {
  if (!(await hasPassword(ctx))) {
    if (form.confirm === ERASE_WORD) return null;
    return { ok: false, reason: "wrong", field: "confirm", message: `Type ${ERASE_WORD} to confirm` };
  }
  if ((await auth.checkPassword(form.password ?? "")).ok) return null;
  await logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
  return { ok: false, reason: "wrong", field: "password", message: "Incorrect password" };
}

async function accountExists(db: Database, id: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.id, id))).length > 0;
}

/**
 * Erases customers that a restore brought back. Visits and plans that are open again are ended first: upcoming visits are
 * cancelled without a refund, and plans are synced to the provider. Unknown ids are skipped.
 */
export async function eraseAgain(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now" | "jobs" | "vault">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const accounts = await tx
    .select({ id: users.id, email: users.email, email_verified: users.emailVerified })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...ids]));
  const all = new Set([...accounts, ...found].map(({ id }) => id));
  for (const id of all) {
    const user = accounts.find((account) => account.id === id);
    if (user?.email_verified) await joinGuestBookings(tx, ctx, user);
    await endOpenBookings(tx, ctx, id);
    const visits = await tx.select({ id: bookings.id }).from(bookings).where(ofOwner(bookings, id));
    const planRows = await tx.select({ id: plans.id }).from(plans).where(ofOwner(plans, id));
    const work = { booking_ids: visits.map((one) => one.id), plan_ids: planRows.map((one) => one.id) };
    await forget(tx, ctx, id, user, work);
    await recordAudit(tx, ctx, erasedEntry(id, user, { restored: true }));
  }
}

async function endOpenBookings(tx: Database, { now }: Pick<Ctx, "now">, id: string): Promise<void> {
  const open = inArray(bookings.status, ["pending", "confirmed"]);
  await tx
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: now })
    .where(and(ofOwner(bookings, id), open, gt(bookings.ends_at, now)));
  await tx
    .update(plans)
    .set({ status: "ended", ended_at: now, hold_expires_at: null, untold_since: now, updated_at: now })
    .where(and(ofOwner(plans, id), ne(plans.status, "ended")));
}
