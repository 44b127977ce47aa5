import type { Pool } from "pg";
import { type CreatePayment, createPaymentSchema } from "~/features/booking/checkout/forms";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { Ctx } from "~/platform/context.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";

type Details = CreatePayment["bookingDetails"];
type Body = Omit<CreatePayment, "bookingDetails">;

/** A Wednesday some days after the start of a test world, in New York's daylight saving time (UTC-4). */
export const DAY = "2026-06-10";

export const CARD = {
  name: "Ada Lovelace",
  email: "ada@mail.example",
  phone: "(603) 555-0199",
  number: "4242424242424242",
  expiry: "12/30",
  cvc: "123",
};

/** A body of create-payment: Regular Cleaning for 3 hours at 8:00 AM on `DAY`, unless given. */
export function aBody(details: Partial<Details> = {}, body: Partial<Body> = {}) {
  return {
    serviceId: "regular-cleaning",
    serviceType: "residential" as const,
    ...body,
    bookingDetails: {
      date: DAY,
      time: "8:00 AM",
      hours: 3,
      address: { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
      ...details,
    },
  };
}

/** The same body, parsed by the API's schema, as the verbs take it. */
export function aRequest(details: Partial<Details> = {}, body: Partial<Body> = {}): CreatePayment {
  return createPaymentSchema.parse(aBody(details, body));
}

/** Holds a slot and opens its checkout; returns the session's id. */
export async function openSession(
  ctx: Ctx,
  details: Partial<Details> = {},
  draft_id: string | null = null,
  body: Partial<Body> = {},
) {
  const outcome = await createPayment(ctx, { request: aRequest(details, body), draft_id });
  if (!outcome.ok) throw new Error(outcome.message);
  return sessionOf(outcome.url);
}

/** Holds a slot and pays for it at the provider, before the site learns of it. */
export async function paySession(
  ctx: Ctx,
  details: Partial<Details> = {},
  draft_id: string | null = null,
  body: Partial<Body> = {},
) {
  const session = await openSession(ctx, details, draft_id, body);
  const paid = await payTestCheckout(ctx, session, CARD);
  if (!paid.ok) throw new Error(paid.reason);
  return session;
}

export function sessionOf(url: string): string {
  return new URL(url).searchParams.get("session_id") ?? "";
}

/** The provider's view of a session, unless given. */
export async function sessionState(
  ctx: Ctx,
  id: string,
  changes: Partial<CheckoutSession> = {},
): Promise<CheckoutSession> {
  const session = await ctx.payments.readSession(id);
  if (!session) throw new Error(`There is no session ${id}`);
  return { ...session, ...changes };
}

/** The booking and order of a session, or undefined. */
export async function bookingOf(pool: Pool, session: string) {
  const { rows } = await pool.query(
    `select b.*, b.starts_at::text as starts, b.scheduled_date::text as day, o.id as order_id,
       o.status as order_status, o.amount, o.currency, o.provider, o.completed_at
     from bookings b join orders o on o.booking_id = b.id where o.payment_session_id = $1`,
    [session],
  );
  return rows[0];
}

/** The number of rows per table that a request can add. */
export async function footprint(pool: Pool): Promise<Record<string, number>> {
  const tables = ["bookings", "orders", "test_checkout_sessions", "audit_log", "mails", "pgboss.job"];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  const { rows } = await pool.query(`select ${counts.join(", ")}`);
  return rows[0];
}

/** The actions in a booking's audit trail, oldest first. */
export async function auditOf(pool: Pool, bookingId: string): Promise<string[]> {
  const { rows } = await pool.query("select action from audit_log where entity_id = $1 order by id", [
    bookingId,
  ]);
  return rows.map(({ action }) => action);
}

/** Leaves only the first of the two crews active, plus as many new ones as given. */
export async function setCrews(pool: Pool, count: number): Promise<void> {
  await pool.query("update crews set is_active = (sort_order <= $1)", [count]);
  for (let number = 3; number <= count; number += 1) {
    await pool.query("insert into crews (name, sort_order) values ($1, $2)", [`Crew ${number}`, number]);
  }
}

export async function setSetting(pool: Pool, name: string, value: string): Promise<void> {
  const [category, key] = name.split(".");
  await pool.query(
    `insert into admin_settings (category, key, value) values ($1, $2, $3)
     on conflict (category, key) do update set value = excluded.value`,
    [category, key, value],
  );
}
