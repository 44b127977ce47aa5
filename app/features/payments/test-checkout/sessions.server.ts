import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import {
  test_checkout_invoices as invoices,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Whether the test checkout is in use. If not, its open sessions can't be paid. */
export async function isTestCheckoutInUse({ payments }: Pick<Ctx, "payments">): Promise<boolean> {
  return (await payments.way()) === "test checkout";
}

/** Reads a session for the checkout page; null if there is none. */
export async function readTestCheckout({ db, now }: Ctx, sessionId: string) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!session) return null;
  const late = session.status === "open" && Temporal.Instant.compare(session.expires_at, now) <= 0;
  const { status, amount, currency, recurring, consent, lines, summary, success_url, cancel_url } = session;
  const { customer_name: name, customer_email: email, customer_phone: phone } = session;
  return {
    status: late ? ("expired" as const) : status,
    amount,
    currency,
    recurring,
    consent,
    lines,
    summary,
    known: { name, email, phone },
    success_url,
    cancel_url,
  };
}

/** Removes personal data from checkouts and their later charges. Closes open ones. */
export async function forgetCheckouts(tx: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const begun = tx
    .select({ id: sessions.subscription_id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), isNotNull(sessions.subscription_id)));
  const charges = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.subscription_id, begun));
  await tx
    .update(sessions)
    .set({ customer: null, customer_name: null, customer_email: null, customer_phone: null, summary: [] })
    .where(or(inArray(sessions.id, ids), inArray(sessions.invoice_id, charges)));
  await tx
    .update(sessions)
    .set({ status: "expired" })
    .where(and(inArray(sessions.id, ids), eq(sessions.status, "open")));
}
