import type { Pool } from "pg";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { Ctx } from "~/platform/context.server";
import { aBody, aRequest, CARD, sessionOf, sessionState } from "./bookings";

type Details = CreatePayment["bookingDetails"];

/** A Tuesday in New York's daylight saving time. */
export const FIRST = "2026-06-09";

/** A body of create-payment: Monthly Home Care every other Tuesday at 10:00 AM, unless given. */
export function aPlanBody(details: Partial<Details> = {}) {
  const body = aBody({ date: FIRST, time: "10:00 AM", frequency: "biweekly", ...details });
  const { hours: _, ...bookingDetails } = body.bookingDetails;
  return { ...body, serviceId: "monthly-home-care", bookingDetails };
}

/** The same body, as the verbs take it. */
export function aPlanRequest(details: Partial<Details> = {}): CreatePayment {
  const request = aRequest();
  return { ...request, ...aPlanBody(details) };
}

/** Holds a plan and opens its checkout; returns the session's id. */
export async function openPlan(ctx: Ctx, details: Partial<Details> = {}, draft_id: string | null = null) {
  const outcome = await createPayment(ctx, { request: aPlanRequest(details), draft_id });
  if (!outcome.ok) throw new Error(outcome.message);
  return sessionOf(outcome.url);
}

/** Holds a plan, pays and settles it; returns the plan's id. */
export async function startPlan(ctx: Ctx, pool: Pool, details: Partial<Details> = {}, card = CARD) {
  const session = await openPlan(ctx, details);
  const paid = await payTestCheckout(ctx, session, card);
  if (!paid.ok) throw new Error(paid.reason);
  await settleSession(ctx, await sessionState(ctx, session));
  return (await planOf(pool, session)).id as string;
}

/** The plan of a session, with its order. */
export async function planOf(pool: Pool, session: string) {
  const { rows } = await pool.query(
    `select p.*, o.id as order_id, o.status as order_status, o.payment_id, o.invoice_id
     from plans p join orders o on o.plan_id = p.id where o.payment_session_id = $1`,
    [session],
  );
  return rows[0];
}

export async function readPlanRow(pool: Pool, id: string) {
  const { rows } = await pool.query("select * from plans where id = $1", [id]);
  return rows[0];
}

/** The visits of a plan in order: "1 2026-06-09 10:00 confirmed". */
export async function visitsOf(pool: Pool, planId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select plan_visit || ' ' || scheduled_date || ' ' || to_char(scheduled_time, 'HH24:MI') || ' ' || status as visit
     from bookings where plan_id = $1 order by plan_visit`,
    [planId],
  );
  return rows.map(({ visit }) => visit);
}

/** The form of the plan desk as it is filled in for a plan's row, with changes. */
export function deskForm(row: Awaited<ReturnType<typeof readPlanRow>>, changes: Record<string, string>) {
  return {
    ...{ scope: "from", date: "2026-06-23", time: "10:00 AM", crew_id: "", frequency: "biweekly" },
    ...{ street: row.address_line1, city: row.city, state: row.state, zip: row.zip_code },
    ...{ bedrooms: String(row.bedrooms), bathrooms: String(row.bathrooms), price: "auto" },
    ...changes,
  };
}
