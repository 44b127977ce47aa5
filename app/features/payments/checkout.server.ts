import { and, eq, isNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import type { BookingPlan } from "~/features/booking/plan.server";
import { rhythmInWords } from "~/features/booking/rhythm";
import { dateInWords, timeInWords } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { type Database, onceMade } from "~/platform/database.server";
import { type CheckoutRequest, type PaymentGateway, ProviderUnavailable } from "~/platform/payment-gateway";
import { keepHold } from "./keep-hold.server";

/**
 * Opens the hosted checkout of a pending order and answers its address. Asking again gives the same address; null when
 * the hold was given up meanwhile.
 * The provider's call stands outside any transaction: when it fails the hold is kept and the next try goes on from here.
 */
export async function openCheckout(ctx: Ctx, orderId: string): Promise<string | null> {
  const order = await readCheckout(ctx, orderId);
  if (!order) throw new Error(`Order ${orderId} does not exist`);
  if (order.processing_at) return `${ctx.origin}/payment-success?session_id=${order.session_id}`;
  if (order.checkout_url) return order.checkout_url;
  if (!order.hold_expires_at) return null;
  const begun = order.checkout_expires_at && (await ctx.payments.named(order.provider)); // it may have a session there
  const gateway = begun || (await ctx.payments.current());
  if (!gateway) throw new ProviderUnavailable("No payment provider is set up");
  const session = await askForSession(ctx, gateway, orderId, requestOf(ctx, order));
  return (await storeSession(ctx, orderId, gateway.provider, session)).url;
}

type Begun = BookingPlan & { order_id: string; checkout_expires_at: Temporal.Instant };

/** The same for an order that was stored a moment ago as one whose checkout begins: what it asks for is known. */
export async function openFirstCheckout(
  ctx: Ctx,
  gateway: PaymentGateway,
  { order_id, checkout_expires_at: expires_at, ...plan }: Begun,
): Promise<string | null> {
  const { price, currency, service, address, customer } = plan;
  const asked = requestOf(ctx, {
    ...{ id: order_id, amount: price.charge, currency, lines: price.lines, title: service.title },
    when: whenInWords({ date: plan.date, time: plan.time.toString() }),
    ...{ street: address.address_line1, city: address.city, state: address.state, zip: address.zip_code },
    email: customer.customer_email,
    recurring: false,
  });
  const idempotency_key = checkoutKey(order_id, FIRST_ATTEMPT);
  const session = await gateway.createSession({ ...asked, idempotency_key, expires_at });
  if (session === "none") return openCheckout(ctx, order_id);
  return (await storeSession(ctx, order_id, gateway.provider, session)).url;
}

/**
 * Finds the session of a checkout whose answer never came: asked for once more with the same key, the provider answers
 * with what it made then. Where nothing came of it there is nothing to be paid. Answers the session's id.
 */
export async function recoverCheckout(ctx: Ctx, orderId: string): Promise<string | null> {
  const order = await readCheckout(ctx, orderId);
  if (!order?.checkout_expires_at || order.session_id) return null;
  const gateway = await ctx.payments.named(order.provider);
  if (!gateway) return null;
  const { checkout_expires_at: expires_at, checkout_attempt: attempt } = order;
  const idempotency_key = checkoutKey(orderId, attempt);
  const session = await gateway.createSession({ ...requestOf(ctx, order), idempotency_key, expires_at });
  if (session === "none") {
    await giveUpAttempt(ctx, orderId, attempt);
    return null;
  }
  return (await storeSession(ctx, orderId, gateway.provider, session)).id;
}

type Checkout = NonNullable<Awaited<ReturnType<typeof readCheckout>>>;

async function readCheckout(ctx: Ctx, orderId: string) {
  return (await readVisitOrder(ctx, orderId)) ?? (await readPlanOrder(ctx, orderId));
}

type Bought = Pick<Checkout, "id" | "amount" | "currency" | "lines" | "title" | "when"> &
  Pick<Checkout, "street" | "city" | "state" | "zip" | "email" | "recurring">;

function requestOf(ctx: Ctx, order: Bought): Asked {
  return {
    reference: order.id,
    amount: order.amount,
    currency: order.currency,
    lines: order.lines,
    summary: [order.title, order.when, `${order.street}, ${order.city}, ${order.state} ${order.zip}`],
    customer_email: order.email,
    success_url: `${ctx.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ctx.origin}/payment-canceled?session_id={CHECKOUT_SESSION_ID}`,
    recurring: order.recurring,
  };
}

type Session = { id: string; url: string };

/**
 * Notes an order's session. Only what stands with the order is ever given to a customer: of two sessions that were made at
 * the same time the first one stays, and the other is closed.
 */
async function storeSession(ctx: Ctx, orderId: string, provider: string, made: Session): Promise<Session> {
  const { id, url } = made;
  const first = { order: orderId, provider, id, url, now: ctx.now.toString() };
  if ((await storeFirst(ctx.db, first)).rowCount === 1) return made;
  const change = { provider, payment_session_id: id, checkout_url: url, updated_at: ctx.now };
  return ctx.db.transaction(async (tx) => {
    const known = { id: orders.payment_session_id, url: orders.checkout_url };
    const [first] = await tx.select(known).from(orders).where(eq(orders.id, orderId)).for("update");
    if (first?.id && first.url) {
      if (first.id !== made.id) await ctx.jobs.enqueue(tx, "close-checkout", { session_id: made.id });
      return { id: first.id, url: first.url };
    }
    await tx.update(orders).set(change).where(eq(orders.id, orderId));
    return made;
  });
}

const storeFirst = onceMade(
  sql`update ${orders} set provider = ${sql.placeholder("provider")}, payment_session_id = ${sql.placeholder("id")},
      checkout_url = ${sql.placeholder("url")}, updated_at = ${sql.placeholder("now")}
    where ${eq(orders.id, sql.placeholder("order"))} and ${isNull(orders.payment_session_id)}`,
);

async function readVisitOrder({ db }: Ctx, orderId: string) {
  const [order] = await db
    .select({
      ...asked,
      title: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      street: bookings.address_line1,
      city: bookings.city,
      state: bookings.state,
      zip: bookings.zip_code,
      lines: bookings.price_lines,
      email: bookings.customer_email,
      hold_expires_at: bookings.hold_expires_at,
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(eq(orders.id, orderId));
  return order && { ...order, when: whenInWords(order), recurring: false };
}

/** The first month of a plan. */
async function readPlanOrder({ db }: Ctx, orderId: string) {
  const [order] = await db
    .select({
      ...asked,
      title: services.title,
      frequency: plans.frequency,
      first_date: plans.first_date,
      time: plans.slot_time,
      street: plans.address_line1,
      city: plans.city,
      state: plans.state,
      zip: plans.zip_code,
      lines: plans.price_lines,
      email: plans.customer_email,
      hold_expires_at: plans.hold_expires_at,
    })
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.plan_id))
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(eq(orders.id, orderId));
  if (!order) return undefined;
  const first = whenInWords({ date: order.first_date, time: order.time });
  return { ...order, when: `${rhythmInWords(order)}, from ${first}`, recurring: true };
}

const asked = {
  id: orders.id,
  amount: orders.amount,
  currency: orders.currency,
  provider: orders.provider,
  checkout_url: orders.checkout_url,
  checkout_expires_at: orders.checkout_expires_at,
  checkout_attempt: orders.checkout_attempt,
  session_id: orders.payment_session_id,
  processing_at: orders.processing_at,
};

function whenInWords({ date, time }: { date: string; time: string }): string {
  return `${dateInWords(date)}, ${timeInWords(time)}`;
}

/** A provider takes no checkout that ends in less than half an hour. */
const CHECKOUT_MINUTES = 31;
const FIRST_ATTEMPT = 1;

/** Until when a checkout lasts that begins now. */
export function checkoutExpiry(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: CHECKOUT_MINUTES });
}

type Asked = Omit<CheckoutRequest, "idempotency_key" | "expires_at">;

/**
 * Asks for a session with the parameters of an earlier try, so that a try whose answer was lost is found again, not
 * repeated. Only when the provider says that nothing came of that one, and nothing can, does a new one begin.
 */
async function askForSession(ctx: Ctx, gateway: PaymentGateway, orderId: string, asked: Asked) {
  for (const _ of ["as before", "anew"]) {
    const { attempt, expires_at } = await readAttempt(ctx, orderId);
    const idempotency_key = checkoutKey(orderId, attempt);
    const session = await gateway.createSession({ ...asked, idempotency_key, expires_at });
    if (session !== "none") return session;
    await giveUpAttempt(ctx, orderId, attempt);
  }
  throw new ProviderUnavailable(`${gateway.provider} makes no checkout now; the next try is another one`);
}

function checkoutKey(orderId: string, attempt: number): string {
  return `checkout:${orderId}:${attempt}`;
}

/** Nothing came of this try, and nothing can: the next one has a new key and a new time. */
export async function giveUpAttempt({ db }: Ctx, orderId: string, attempt: number): Promise<void> {
  await db
    .update(orders)
    .set({ checkout_attempt: attempt + 1, checkout_expires_at: null })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.checkout_attempt, attempt),
        isNull(orders.payment_session_id), // else somebody else was faster
      ),
    );
}

/** The try that is under way, or a new one from now: then the hold lasts as long as a first one. */
function readAttempt(ctx: Ctx, orderId: string) {
  return ctx.db.transaction(async (tx) => {
    await keepHold(tx, ctx, orderId);
    return beginAttempt(tx, ctx, orderId);
  });
}

async function beginAttempt(tx: Database, ctx: Ctx, orderId: string) {
  const from_now = checkoutExpiry(ctx.now);
  const [order] = await tx
    .update(orders)
    .set({
      checkout_expires_at: sql`coalesce(${orders.checkout_expires_at}, ${from_now.toString()}::timestamptz)`,
    })
    .where(eq(orders.id, orderId))
    .returning({ attempt: orders.checkout_attempt, expires_at: orders.checkout_expires_at });
  if (!order?.expires_at) throw new Error(`Order ${orderId} does not exist`);
  return { attempt: order.attempt, expires_at: order.expires_at };
}
