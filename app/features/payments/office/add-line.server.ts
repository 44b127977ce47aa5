// Rooms: a line can make a visit longer (booking), which the crew's calendar settles (scheduling) with the travel of the
// settings (operations).
import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { order_lines, orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { placeVisit } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { askForApproval, readAsked } from "~/features/payments/approvals/ask.server";
import { addLines } from "~/features/payments/orders/lines.server";
import { isDisputed, lockOrder } from "~/features/payments/orders/queries.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import { giveBack } from "~/features/payments/orders/store.server";
import { refundMail } from "~/features/payments/refunds/rules";
import { blockedRange } from "~/features/scheduling/availability/slots";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { isUuid } from "~/lib/ids";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { decideLine, type LineDecision, type LineField, type LineWish, taxOf, whyNoLine } from "./line";
import { leftIn } from "./refund.server";

export type LineOutcome =
  /** `asked`: a discount above the actor's limit, which waits for approval. */
  | { ok: true; due: Cents; refund: Cents; asked?: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "invalid"; field: LineField; message: string };

const BUSY = {
  ok: false,
  reason: "invalid",
  field: "minutes",
  message: "The crew has another visit then. Move that one first, or add the charge without minutes.",
} as const;

/**
 * Adds a line to an order, once a form. What was paid too much by now goes back; extra time makes a visit to come longer if
 * its crew is free. A discount counts toward the actor's limit; above it, it waits for approval. `token` comes with the form.
 */
export function addLine(
  ctx: StaffCtx,
  { order_id, token, ...wish }: LineWish & { order_id: string; token: string },
): Promise<LineOutcome> {
  return ctx.db
    .transaction(async (tx): Promise<LineOutcome> => {
      const day = wish.minutes ? await readDay(tx, order_id) : null;
      if (day) await lockDay(tx, day);
      const found = await lockOrder(tx, order_id);
      if (!found) return { ok: false, reason: "not found" };
      const same = await tx.$count(order_lines, eq(order_lines.form_id, token));
      if (same > 0) return { ok: true, due: found.order.due, refund: 0 };
      const key = `line:${order_id}:${token}`;
      if (await readAsked({ db: tx }, key)) return { ok: true, due: found.order.due, refund: 0, asked: true };
      const decision = await decide(tx, ctx, found, wish);
      if (!decision.ok) return { ...decision, reason: "invalid" };
      if (wish.kind === "discount") {
        const amount = -decision.lines.reduce((sum, line) => sum + line.amount, 0);
        const payload = { left: leftIn(found), token, wish };
        const ask = { kind: "discount" as const, order_id, amount, reason: decision.reason, key, payload };
        const answer = await askForApproval(tx, ctx, ask);
        if (!answer.ok) return { ...answer, reason: "invalid", field: "amount" };
        if (!answer.alone) return { ok: true, due: found.order.due, refund: 0, asked: true };
      }
      const { due, refund } = await write(tx, ctx, found, { decision, token, author_id: ctx.actor.id });
      return { ok: true, due, refund };
    })
    .catch((error) => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return BUSY;
    });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
type Decided = Extract<LineDecision, { ok: true }>;

/** Adds the discount of an approval to a locked order, if it is still possible as it was asked for. */
export async function discountNow(
  tx: Database,
  ctx: StaffCtx,
  found: Locked,
  { payload, asked_by }: { payload: Record<string, unknown>; asked_by: string | null },
): Promise<{ ok: true; by_hand: boolean } | { ok: false; message: string }> {
  const { wish, token } = payload as { wish: LineWish; token: string };
  const decision = await decide(tx, ctx, found, wish);
  if (!decision.ok) return decision;
  const { by_hand } = await write(tx, ctx, found, { decision, token, author_id: asked_by });
  return { ok: true, by_hand };
}

async function decide(tx: Database, ctx: StaffCtx, found: Locked, wish: LineWish): Promise<LineDecision> {
  const { order, booking } = found;
  const [plan] = order.plan_id ? await tx.select().from(plans).where(eq(plans.id, order.plan_id)) : [];
  const priced = plan
    ? { total_amount: plan.amount - plan.tax_amount, tax_amount: plan.tax_amount }
    : booking;
  return decideLine(
    {
      ...{ amount: order.amount, tips: order.tips ?? 0, charged: order.charged, returned: order.returned },
      ...{ currency: order.currency, left: leftIn(found), tax: taxOf(priced) },
      disputed: await isDisputed({ db: tx }, order.id),
      why_not: whyNoLine(order),
      may_discount: may(ctx.actor.role, "orders.refund"),
    },
    order.plan_id ? { ...wish, minutes: null } : wish,
  );
}

type Written = { decision: Decided; token: string; author_id: string | null };

async function write(tx: Database, ctx: StaffCtx, found: Locked, { decision, token, author_id }: Written) {
  const { order, booking } = found;
  const { lines, refund, reason, minutes } = decision;
  const order_id = order.id;
  const [line_id = null] = await addLines(
    tx,
    ctx,
    order_id,
    lines.map((line, index) => ({ ...line, reason, author_id, form_id: index === 0 ? token : null })),
  );
  const back = { order_id, amount: refund, reason, line_id, idempotency_key: `line:${line_id}` };
  const made = refund > 0 ? await giveBack(tx, ctx, back) : [];
  for (const { by_hand, to_credit, id } of made)
    if (by_hand || to_credit) await ctx.jobs.enqueue(tx, refundMail(order), { refund_id: id });
  if (minutes > 0 && booking.status === "confirmed") await lengthen(tx, ctx, booking, minutes);
  await spendCredit(tx, ctx, order_id);
  const due = await settleAmount(tx, ctx, order_id);
  await recordAudit(tx, ctx, {
    action: "order.line_added",
    entity: "order",
    entity_id: order_id,
    details: {
      ...(order.plan_id ? { plan: order.plan_id } : { booking: order.booking_id }),
      ...{ line: line_id, amount: lines.reduce((sum, { amount }) => sum + amount, 0), refund },
      before: { amount: order.amount },
    },
  });
  return { ok: true as const, due, refund, by_hand: made.some(({ by_hand }) => by_hand) };
}

/** The day of an order's visit, which is locked before the order. */
async function readDay(tx: Database, orderId: string): Promise<string | null> {
  if (!isUuid(orderId)) return null;
  const [visit] = await tx
    .select({ date: bookings.scheduled_date })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(eq(orders.id, orderId));
  return visit?.date ?? null;
}

/** An order that nothing is owed of any more is completed. Returns what is due, in cents. */
async function settleAmount(tx: Database, { now }: StaffCtx, id: string): Promise<Cents> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id));
  const isDone = order?.status === "pending" && order.due === 0;
  const done = isDone ? { status: "completed" as const, completed_at: now } : {};
  await tx
    .update(orders)
    .set({ ...done, updated_at: now })
    .where(eq(orders.id, id));
  return order?.due ?? 0;
}

/** Makes a visit longer. The exclusion constraint refuses it if its crew is busy then. */
async function lengthen(
  tx: Database,
  ctx: StaffCtx,
  booking: typeof bookings.$inferSelect,
  minutes: number,
): Promise<void> {
  const settings = await readSettings({ db: tx });
  const range = { start: booking.starts_at, end: booking.ends_at.add({ minutes }) };
  if (!booking.crew_id) return;
  const place = {
    ...{ date: booking.scheduled_date, time: booking.scheduled_time, crew_id: booking.crew_id },
    range,
    blocked: blockedRange(range, settings["booking.travel_buffer_minutes"]),
  };
  await placeVisit(tx, ctx, booking, place, {
    duration_hours: booking.duration_hours + minutes / 60,
  });
}
