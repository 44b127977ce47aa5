import { and, eq, like, ne } from "drizzle-orm";
import { orders, refunds } from "~/db/schema/payments";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";
import { PAID_TWICE, twiceKey } from "./rules";

/** What the functions below write with. Lock the order first, and what it is for before it. */
type Writer = Pick<Ctx, "jobs" | "now">;
type Order = typeof orders.$inferSelect;

/** Completes an order with the payment of its session. The office gets a notice. */
export async function completeOrder(
  tx: Database,
  { jobs, now }: Writer,
  { id }: Pick<Order, "id">,
  session: CheckoutSession,
): Promise<void> {
  await tx
    .update(orders)
    .set({ status: "completed", completed_at: now, ...paymentOf(session), updated_at: now })
    .where(eq(orders.id, id));
  await jobs.enqueue(tx, "payment-notice-mail", { order_id: id });
}

/** Records that another amount arrived, so that it can be refunded here. In another currency only the provider can do that. */
export async function storeOtherAmount(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  { id, currency }: Pick<Order, "id" | "currency">,
  session: CheckoutSession,
): Promise<void> {
  const { amount } = session;
  const isRefundable = amount > 0 && session.currency.toUpperCase() === currency.toUpperCase();
  await tx
    .update(orders)
    .set({ ...(isRefundable && { paid_amount: amount }), ...paymentOf(session), updated_at: now })
    .where(and(eq(orders.id, id), ne(orders.status, "completed")));
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
  order: Pick<Order, "id" | "amount">,
  session: CheckoutSession,
  { kind, id, stands }: Duplicate,
): Promise<void> {
  await completeOrder(tx, ctx, order, session);
  const refund = { order_id: order.id, amount: order.amount, idempotency_key: twiceKey(order.id) };
  await storeRefund(tx, ctx, { ...refund, reason: PAID_TWICE });
  await recordAudit(tx, ctx, {
    action: `${kind}.paid_twice`,
    entity: kind,
    entity_id: id,
    details: {
      order: order.id,
      amount: session.amount,
      refund: order.amount,
      stands: { [stands.kind]: stands.id },
    },
  });
}

/** The columns of a booking or plan that say who paid; none if the provider doesn't. */
export function customerOf({ customer }: CheckoutSession) {
  if (!customer) return {};
  return { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
}

type Refund = {
  booking_id: string;
  order_id: string;
  amount: Cents;
  reason: string;
  /** Whether staff hand the money back themselves: no provider is asked. */
  by_hand?: boolean;
};

/** Refunds a cancelled booking. A booking that staff restored can be cancelled and refunded again, under another key. */
export async function startRefund(
  tx: Database,
  ctx: Writer,
  { booking_id, by_hand = false, ...refund }: Refund,
): Promise<void> {
  const key = refundKey(booking_id);
  const earlier = await tx.$count(refunds, like(refunds.idempotency_key, `${key}%`));
  const stored = { ...refund, idempotency_key: earlier === 0 ? key : `${key}:${earlier + 1}` };
  await (by_hand ? noteRefund : storeRefund)(tx, ctx, stored);
}

type Stored = Pick<Refund, "order_id" | "amount" | "reason"> & { idempotency_key: string };

/** Stores a refund, which a job requests from the provider after the commit. Returns its id. */
export async function storeRefund(
  tx: Database,
  { jobs, now }: Writer,
  refund: Stored,
): Promise<string | undefined> {
  const [started] = await tx
    .insert(refunds)
    .values({ ...refund, status: "pending", created_at: now, updated_at: now })
    .returning({ id: refunds.id });
  if (started) await jobs.enqueue(tx, "refund-order", { refund_id: started.id });
  return started?.id;
}

/** Stores a refund that staff hand over themselves. Returns its id. */
export async function noteRefund(tx: Database, ctx: Writer, refund: Stored): Promise<string | undefined> {
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
