import { and, eq, like, ne } from "drizzle-orm";
import type { FrozenLine } from "~/db/schema/columns";
import { order_lines, orders, refunds } from "~/db/schema/payments";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession, Invoice } from "~/platform/outside/payment-gateway";
import { readRefundable, storeCharge } from "./charges.server";
import { addLines, cancelDue, rowsOf, TIP_BACK_LABEL } from "./lines.server";
import { officeMethodOf, PAID_TWICE, splitRefund, twiceKey } from "./rules";

/** What the functions below write with. Lock the order first, and what it is for before it. */
type Writer = Pick<Ctx, "jobs" | "now">;
type Order = typeof orders.$inferSelect;

type Paid = Pick<Order, "id" | "provider" | "tips">;

/** Completes an order with the payment of its session, which the tip is a part of. The office gets a notice. */
export async function completeOrder(
  tx: Database,
  { jobs, now }: Writer,
  { id, provider, tips }: Paid,
  session: CheckoutSession,
): Promise<void> {
  await tx
    .update(orders)
    .set({ status: "completed", completed_at: now, ...paymentOf(session), updated_at: now })
    .where(eq(orders.id, id));
  const tip = Math.min(tips ?? 0, session.amount);
  await storeCharge(tx, { now, jobs }, { ...chargeOf(session, { id, provider }), tip });
  await jobs.enqueue(tx, "payment-notice-mail", { order_id: id });
}

type PaidMonth = {
  plan: {
    id: string;
    customer_id: string | null;
    amount: Cents;
    provider: string;
    price_lines: FrozenLine[];
  };
  invoice: Pick<Invoice, "id" | "amount" | "currency" | "payment_id">;
};

/** Stores a month of a plan that was charged, as a completed order, once. Undefined if it is stored already. */
export async function storePaidMonth(
  tx: Database,
  ctx: Writer,
  { plan, invoice }: PaidMonth,
): Promise<string | undefined> {
  const { now } = ctx;
  const { amount, currency, payment_id, id: invoice_id } = invoice;
  const { provider } = plan;
  const [stored] = await tx
    .insert(orders)
    .values({
      ...{ plan_id: plan.id, customer_id: plan.customer_id, amount, currency, provider },
      ...{ status: "completed", payment_id, invoice_id },
      ...{ completed_at: now, created_at: now, updated_at: now },
    })
    .onConflictDoNothing({ target: orders.invoice_id })
    .returning({ id: orders.id });
  if (!stored) return;
  const order_id = stored.id;
  await tx.insert(order_lines).values(rowsOf(order_id, plan.price_lines, now));
  const difference = amount - plan.amount;
  const label = "Charged instead of the plan's price";
  if (difference !== 0)
    await addLines(tx, ctx, order_id, [{ kind: "correction", label, amount: difference }]);
  const charge = { order_id, purpose: "plan" as const, amount, currency, provider, payment_id };
  await storeCharge(tx, ctx, charge);
  return order_id;
}

/** Records that another amount arrived, so that it can be refunded here. In another currency only the provider can do that. */
export async function storeOtherAmount(
  tx: Database,
  { now, jobs }: Writer,
  { id, currency, provider }: Pick<Order, "id" | "currency" | "provider">,
  session: CheckoutSession,
): Promise<void> {
  const { amount } = session;
  const isRefundable = amount > 0 && session.currency.toUpperCase() === currency.toUpperCase();
  await tx
    .update(orders)
    .set({ ...(isRefundable && { paid_amount: amount }), ...paymentOf(session), updated_at: now })
    .where(and(eq(orders.id, id), ne(orders.status, "completed")));
  if (isRefundable) await storeCharge(tx, { now, jobs }, chargeOf(session, { id, provider }));
}

function chargeOf(session: CheckoutSession, { id, provider }: Pick<Order, "id" | "provider">) {
  const { amount, currency, payment_id } = session;
  return {
    order_id: id,
    purpose: "checkout" as const,
    amount,
    currency: currency.toUpperCase(),
    provider,
    payment_id: payment_id ?? session.id,
  };
}

function paymentOf({ payment_id, invoice_id }: CheckoutSession) {
  return { ...(payment_id && { payment_id }), ...(invoice_id && { invoice_id }) };
}

type Duplicate = {
  kind: "booking" | "plan";
  id: string;
  /** What the same draft has paid for already. */
  stands: { kind: string; id: string };
};

/** Completes an order that its customer has paid for already by another one, and refunds it. */
export async function refundDuplicate(
  tx: Database,
  ctx: Ctx,
  order: Paid,
  session: CheckoutSession,
  { kind, id, stands }: Duplicate,
): Promise<void> {
  await completeOrder(tx, ctx, order, session);
  await cancelDue(tx, ctx, order.id);
  const refund = { order_id: order.id, amount: session.amount, idempotency_key: twiceKey(order.id) };
  await giveBack(tx, ctx, { ...refund, reason: PAID_TWICE });
  await recordAudit(tx, ctx, {
    action: `${kind}.paid_twice`,
    entity: kind,
    entity_id: id,
    details: {
      order: order.id,
      amount: session.amount,
      refund: session.amount,
      stands: { [stands.kind]: stands.id },
    },
  });
}

/** The columns of a booking or plan that say who paid; none if the provider doesn't. */
export function customerOf({ customer }: CheckoutSession) {
  if (!customer) return {};
  return { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
}

/** `tip`: cents of it that are the order's tip; by default what the price does not cover. */
type Refund = { order_id: string; amount: Cents; reason: string; tip?: Cents };

/** Refunds a cancelled booking. A booking that staff restored can be cancelled and refunded again, under another key. */
export async function startRefund(
  tx: Database,
  ctx: Writer,
  { booking_id, ...refund }: Refund & { booking_id: string },
): Promise<RefundMade[]> {
  const key = refundKey(booking_id);
  const earlier = await tx.$count(refunds, like(refunds.idempotency_key, `${key}%`));
  return giveBack(tx, ctx, {
    ...refund,
    idempotency_key: earlier === 0 ? key : `${key}:${earlier + 1}`,
  });
}

/** `by_hand`: staff took that money and hand it back themselves. `to_credit`: it is the customer's credit now. */
export type RefundMade = { id: string; amount: Cents; by_hand: boolean; to_credit: boolean };

type GiveBack = Refund & { idempotency_key: string; line_id?: string | null; to_credit?: boolean };

/**
 * Gives back money of an order: to each charge what it paid, the newest first. A job asks the provider after the commit;
 * what staff took, they hand back themselves; what credit paid is credit again at once. `to_credit`: all of it becomes credit, which
 * the order's customer must have. `line_id`: the line that lowered what is owed; without one, what goes back of the tip gets a line.
 */
export async function giveBack(
  tx: Database,
  ctx: Writer,
  { tip, ...refund }: GiveBack,
): Promise<RefundMade[]> {
  const { order_id, amount, line_id } = refund;
  const back = line_id ? 0 : await tipIn(tx, { order_id, amount, tip });
  const [line = null] =
    back > 0
      ? await addLines(tx, ctx, order_id, [{ kind: "tip", label: TIP_BACK_LABEL, amount: -back }])
      : [];
  const made = await refundParts(tx, ctx, { ...refund, amount: amount - back }, []);
  return refundParts(tx, ctx, { ...refund, amount: back, line_id: line }, made);
}

/** What goes back of an order's tip, in cents: never more than is left of it. */
async function tipIn(
  tx: Database,
  { order_id, amount, tip }: Pick<Refund, "order_id" | "amount" | "tip">,
): Promise<Cents> {
  const { tips, left } = await readTipLeft(tx, order_id);
  return Math.min(amount, tips, tip ?? Math.max(0, amount - (left - tips)));
}

/** What is left of an order's tip, and of all that was paid for it; cents. */
async function readTipLeft(tx: Database, orderId: string): Promise<{ tips: Cents; left: Cents }> {
  const [order] = await tx.select({ tips: orders.tips }).from(orders).where(eq(orders.id, orderId));
  if (!order?.tips) return { tips: 0, left: 0 };
  const charged = await readRefundable(tx, orderId);
  return { tips: order.tips, left: charged.reduce((sum, charge) => sum + charge.left, 0) };
}

/** Takes off the part of an order's tip that went back outside of the site. Lock the order first. */
export async function keepTipWithin(tx: Database, ctx: Writer, orderId: string): Promise<void> {
  const { tips, left } = await readTipLeft(tx, orderId);
  const gone = tips - Math.max(0, left);
  if (gone > 0) await addLines(tx, ctx, orderId, [{ kind: "tip", label: TIP_BACK_LABEL, amount: -gone }]);
}

/** `made`: the parts of the same refund before these. */
async function refundParts(
  tx: Database,
  ctx: Writer,
  { idempotency_key: key, amount: asked, to_credit: all_to_credit = false, ...refund }: Omit<GiveBack, "tip">,
  made: RefundMade[],
): Promise<RefundMade[]> {
  const all = [...made];
  for (const { charge, amount } of splitRefund(asked, await readRefundable(tx, refund.order_id))) {
    const idempotency_key = all.length === 0 ? key : `${key}:part-${all.length + 1}`;
    const to_credit = all_to_credit || charge?.provider === CREDIT_PROVIDER;
    const by_hand = !to_credit && charge !== null && officeMethodOf(charge.provider) !== null;
    const row = { ...refund, amount, idempotency_key, charge_id: charge?.id ?? null, to_credit };
    const id = await (by_hand || to_credit ? noteRefund : storeRefund)(tx, ctx, row);
    if (id) all.push({ id, amount, by_hand, to_credit });
  }
  return all;
}

type Stored = typeof refunds.$inferInsert;

/** Stores a refund, which a job requests from the provider after the commit. Returns its id. */
async function storeRefund(
  tx: Database,
  { jobs, now }: Writer,
  refund: Omit<Stored, "status">,
): Promise<string | undefined> {
  const [started] = await tx
    .insert(refunds)
    .values({ ...refund, status: "pending", created_at: now, updated_at: now })
    .returning({ id: refunds.id });
  if (started) await jobs.enqueue(tx, "refund-order", { refund_id: started.id });
  return started?.id;
}

/** Stores a refund that no provider is asked for. Returns its id. */
async function noteRefund(
  tx: Database,
  ctx: Writer,
  refund: Omit<Stored, "status">,
): Promise<string | undefined> {
  const { now } = ctx;
  const dated = { completed_at: now, created_at: now, updated_at: now };
  const [noted] = await tx
    .insert(refunds)
    .values({ ...refund, ...dated, status: "completed" })
    .returning({ id: refunds.id });
  if (noted) await publishRefundEvent(tx, ctx, noted.id);
  return noted?.id;
}

/** The idempotency key of a cancellation's refund, here and at the provider. */
export function refundKey(bookingId: string): string {
  return `refund:${bookingId}`;
}
