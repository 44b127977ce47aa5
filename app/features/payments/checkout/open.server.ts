import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { holdExpiry } from "~/features/booking/booking";
import type { BegunQuote } from "~/features/booking/checkout/hold.server";
import { linesOfQuote } from "~/features/booking/checkout/store.server";
import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import { planPayUrl } from "~/features/plans/phone/link.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, preparedStatement } from "~/platform/database/database.server";
import {
  type CheckoutRequest,
  type PaymentGateway,
  ProviderUnavailable,
} from "~/platform/outside/payment-gateway";
import { type Checkout, formatWhen, readCheckout } from "./queries.server";
import { askProviderBriefly } from "./sync.server";

/**
 * Where to send the customer: the checkout, or the booking once it is paid. `superseded`: another request released the hold.
 * `over`: the provider ended the checkout unpaid. `covered`: credit pays for all that is asked for now, so there is no checkout.
 */
export type Opened = { url: string } | "superseded" | "over" | "covered";

/**
 * Opens the hosted checkout of a pending order and returns its URL. Called again, it returns the same one after asking the
 * provider: whoever has paid is sent to the booking. The provider is called outside any transaction; if that fails, the hold
 * stays and the next call continues.
 */
export async function openCheckout(ctx: Ctx, orderId: string): Promise<Opened> {
  const order = await readCheckout(ctx, orderId);
  if (!order) throw new Error(`Order ${orderId} does not exist`);
  if (order.given_up) return "superseded";
  if (order.session_id && order.provider === CREDIT_PROVIDER)
    return { url: arrivalUrl(ctx, order.session_id) };
  if (order.upfront === 0) return "covered";
  if (order.session_id && order.checkout_url) {
    const { session_id, checkout_url } = order;
    if (!isOver(order)) await askProviderBriefly(ctx, { ...order, session_id });
    const now = (await readCheckout(ctx, orderId)) ?? order;
    if (now.given_up) return "over";
    if (now.session_id !== session_id) return openCheckout(ctx, orderId); // it ended, and the plan is still held
    return { url: isOver(now) ? arrivalUrl(ctx, session_id) : checkout_url };
  }
  if (!order.hold_expires_at) return "superseded";
  const begun = order.checkout_expires_at && (await ctx.payments.named(order.provider)); // it may have a session there
  const gateway = begun || (await ctx.payments.current());
  if (!gateway) throw new ProviderUnavailable("No payment provider is set up");
  const session = await askForSession(ctx, gateway, orderId, requestOf(ctx, order));
  return handOut(ctx, await storeSession(ctx, orderId, gateway.provider, session));
}

/** Whether the session can no longer be paid. */
function isOver({ status, processing_at, session_closed_at }: Checkout): boolean {
  return status !== "pending" || processing_at !== null || session_closed_at !== null;
}

/** The page that shows the result of a checkout. */
export function arrivalUrl({ origin }: Pick<Ctx, "origin">, sessionId: string): string {
  return `${origin}/payment-success?session_id=${encodeURIComponent(sessionId)}`;
}

/** Closes a session whose hold was released while it was created: no customer has its URL. */
async function handOut(ctx: Ctx, { id, url, status }: Stored): Promise<Opened> {
  if (status !== "failed") return { url };
  await ctx.jobs.enqueue(ctx.db, "close-checkout", { session_id: id });
  return "superseded";
}

type Begun = BegunQuote & { order_id: string; checkout_expires_at: Temporal.Instant };

/** The same for an order that was just stored with its checkout begun. */
export async function openFirstCheckout(
  ctx: Ctx,
  gateway: PaymentGateway,
  { order_id, checkout_expires_at: expires_at, ...quote }: Begun,
): Promise<Opened> {
  const { price, tip, terms, credit, currency, service, address, customer } = quote;
  if (terms.upfront === 0) return "covered";
  const asked = requestOf(ctx, {
    ...{
      id: order_id,
      amount: price.charge + tip,
      ...terms,
      ...{ credit, currency },
      lines: linesOfQuote({ price, tip }),
      title: service.title,
    },
    when: formatWhen({ date: quote.date, time: quote.time.toString() }),
    ...{ street: address.address_line1, city: address.city, state: address.state, zip: address.zip_code },
    ...{ name: customer.customer_name, email: customer.customer_email, phone: customer.customer_phone },
    ...{ recurring: false, by_link: null },
  });
  const idempotency_key = checkoutKey(order_id, FIRST_ATTEMPT);
  const session = await gateway.createSession({ ...asked, idempotency_key, expires_at });
  if (session === "none") return openCheckout(ctx, order_id);
  return handOut(ctx, await storeSession(ctx, order_id, gateway.provider, session));
}

/**
 * Finds a session whose creation was never answered, by requesting it again with the same key. Returns its id; null if there
 * is none.
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

type Bought = Pick<
  Checkout,
  "id" | "amount" | "upfront" | "credit" | "consent" | "currency" | "lines" | "title" | "when"
> &
  Pick<Checkout, "street" | "city" | "state" | "zip" | "name" | "email" | "phone" | "recurring" | "by_link">;

function requestOf(ctx: Ctx, order: Bought): Asked {
  return {
    reference: order.id,
    amount: order.upfront ?? order.amount,
    currency: order.currency,
    lines: linesOf(order),
    summary: [order.title, order.when, `${order.street}, ${order.city}, ${order.state} ${order.zip}`],
    customer_name: order.name,
    customer_email: order.email,
    customer_phone: order.phone,
    success_url: `${ctx.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: order.by_link
      ? planPayUrl(ctx, order.by_link)
      : `${ctx.origin}/payment-canceled?session_id={CHECKOUT_SESSION_ID}`,
    recurring: order.recurring,
    ...(order.consent && { consent: order.consent }),
  };
}

/** The lines of the price, what credit pays, and what of it is not asked for now. */
function linesOf({ lines, amount, upfront, credit, consent }: Bought): Asked["lines"] {
  const later = (upfront ?? amount) - (amount - credit);
  return [
    ...lines.map(({ label, amount }) => ({ label, amount })),
    ...(credit > 0 ? [{ label: "Credit", amount: -credit }] : []),
    ...(later === 0 ? [] : [{ label: consent ? "Due after the visit" : "Not charged now", amount: later }]),
  ];
}

type Session = { id: string; url: string };
type Stored = Session & { status: Checkout["status"] };

/**
 * Stores the session of an order and returns the stored one. Of two sessions created at once the first stays and the other
 * is closed: customers get only the URL of the stored one.
 */
async function storeSession(ctx: Ctx, orderId: string, provider: string, made: Session): Promise<Stored> {
  const { id, url } = made;
  const first = { order: orderId, provider, id, url, now: ctx.now.toString() };
  const [stored] = (await storeFirst(ctx.db, first)).rows;
  if (stored) return { ...made, ...stored };
  const change = { provider, payment_session_id: id, checkout_url: url, updated_at: ctx.now };
  return ctx.db.transaction(async (tx) => {
    const known = { id: orders.payment_session_id, url: orders.checkout_url, status: orders.status };
    const [first] = await tx.select(known).from(orders).where(eq(orders.id, orderId)).for("update");
    if (!first) throw new Error(`Order ${orderId} does not exist`);
    const { id, url, status } = first;
    if (id && url) {
      if (id !== made.id) await ctx.jobs.enqueue(tx, "close-checkout", { session_id: made.id });
      return { id, url, status };
    }
    await tx.update(orders).set(change).where(eq(orders.id, orderId));
    return { ...made, status };
  });
}

const storeFirst = preparedStatement<Pick<Stored, "status">>(
  sql`update ${orders} set provider = ${sql.placeholder("provider")}, payment_session_id = ${sql.placeholder("id")},
      checkout_url = ${sql.placeholder("url")}, updated_at = ${sql.placeholder("now")}
    where ${eq(orders.id, sql.placeholder("order"))} and ${isNull(orders.payment_session_id)}
    returning ${orders.status}`,
);

/** Providers accept no checkout that ends in less than half an hour. */
const CHECKOUT_MINUTES = 31;
const FIRST_ATTEMPT = 1;

export function checkoutExpiry(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: CHECKOUT_MINUTES });
}

type Asked = Omit<CheckoutRequest, "idempotency_key" | "expires_at">;

/**
 * Requests a session with the parameters of the earlier attempt, so that one whose answer was lost is found, not repeated. A
 * new attempt begins only if the provider says that the earlier one created nothing and never will.
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

/** The attempt created no session and never will: the next one has a new key and end. */
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

/** The current attempt, or a new one, for which the hold lasts as long as the first time. */
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

/** Extends the hold to the end of a checkout that begins now, if it ends before. Does nothing if one is under way. */
async function keepHold(tx: Database, { now }: Pick<Ctx, "now">, orderId: string): Promise<void> {
  const [order] = await tx
    .select({ booking: orders.booking_id, plan: orders.plan_id, under_way: orders.checkout_expires_at })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || order.under_way) return;
  const kept = { hold_expires_at: holdExpiry(now), updated_at: now };
  if (order.booking) {
    const held = [eq(bookings.status, "pending"), gt(bookings.hold_expires_at, now)];
    await tx
      .update(bookings)
      .set(kept)
      .where(and(eq(bookings.id, order.booking), ...held));
    return;
  }
  if (!order.plan) return;
  const longer = (hold: PgColumn) => ({
    hold_expires_at: sql`greatest(${hold}, ${holdExpiry(now).toString()}::timestamptz)`,
    updated_at: now,
  });
  const plan = await tx
    .update(plans)
    .set(longer(plans.hold_expires_at))
    .where(and(eq(plans.id, order.plan), eq(plans.status, "pending"), gt(plans.hold_expires_at, now)))
    .returning({ id: plans.id });
  const ids = plan.map(({ id }) => id);
  await tx
    .update(bookings)
    .set(longer(bookings.hold_expires_at))
    .where(and(inArray(bookings.plan_id, ids), eq(bookings.status, "pending")));
}
