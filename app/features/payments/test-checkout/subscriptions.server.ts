import { randomBytes } from "node:crypto";
import { and, desc, eq, lte, ne } from "drizzle-orm";
import {
  test_checkout_invoices as invoices,
  test_checkout_sessions as sessions,
  test_checkout_subscriptions as subscriptions,
} from "~/db/schema/test-checkout";
import { monthsAfter, monthsAround } from "~/lib/months";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Invoice, Subscription } from "~/platform/outside/payment-gateway";
import { emit } from "./events.server";

type Session = typeof sessions.$inferSelect;
type Row = typeof subscriptions.$inferSelect;
type Told = Pick<Ctx, "jobs" | "now">;

const newId = (kind: "sub" | "in") => `test_${kind}_${randomBytes(12).toString("base64url")}`;

/** Starts the subscription of a paid checkout, with its first month charged. */
export async function startSubscription(
  tx: Database,
  ctx: Told,
  session: Session,
  { declines }: { declines: boolean },
): Promise<void> {
  const subscription_id = newId("sub");
  const invoice_id = newId("in");
  const { amount, currency } = session;
  const period = { period_start: ctx.now, period_end: monthsAfter(ctx.now, 1) };
  await tx.insert(subscriptions).values({
    ...period,
    id: subscription_id,
    session_id: session.id,
    status: "active",
    amount,
    currency,
    declines,
    created_at: ctx.now,
  });
  await tx.insert(invoices).values({
    ...period,
    id: invoice_id,
    subscription_id,
    status: "paid",
    amount,
    currency,
    paid_at: ctx.now,
    created_at: ctx.now,
  });
  await tx.update(sessions).set({ subscription_id, invoice_id }).where(eq(sessions.id, session.id));
  await emit(tx, ctx, subscription_id, "customer.subscription.created");
  await emit(tx, ctx, invoice_id, "invoice.paid");
}

/** Charges subscriptions whose month is over, month by month. Returns the number of charges. */
export async function billSubscriptions(ctx: Ctx): Promise<number> {
  let charges = 0;
  for (let rounds = 0; rounds < 24; rounds += 1) {
    const due = await ctx.db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(ne(subscriptions.status, "canceled"), lte(subscriptions.period_end, ctx.now)))
      .limit(500);
    if (due.length === 0) break;
    for (const { id } of due) charges += await ctx.db.transaction((tx) => bill(tx, ctx, id));
  }
  return charges;
}

async function bill(tx: Database, ctx: Ctx, id: string): Promise<number> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for("update");
  if (!row || row.status === "canceled") return 0;
  if (Temporal.Instant.compare(row.period_end, ctx.now) > 0) return 0;
  if (row.cancel_at_period_end) {
    await change(tx, ctx, id, { status: "canceled" }, "customer.subscription.deleted");
    return 0;
  }
  const period = {
    period_start: row.period_end,
    period_end: monthsAround(row.period_end, row.created_at)(1),
  };
  const resumes = row.resumes_at && Temporal.Instant.compare(row.resumes_at, row.period_end) <= 0;
  const paused = row.paused && !resumes;
  const free = paused || row.status === "past_due"; // an unpaid month stops further charges
  if (!free) await charge(tx, ctx, row, period);
  await change(
    tx,
    ctx,
    id,
    {
      ...period,
      ...(resumes && { paused: false, resumes_at: null }),
      ...(!free && row.declines && { status: "past_due" as const }),
    },
    "customer.subscription.updated",
  );
  return free ? 0 : 1;
}

type Period = { period_start: Temporal.Instant; period_end: Temporal.Instant };

async function charge(tx: Database, ctx: Ctx, { id, amount, currency, declines }: Row, period: Period) {
  const invoice = newId("in");
  await tx.insert(invoices).values({
    ...period,
    id: invoice,
    subscription_id: id,
    status: declines ? "open" : "paid",
    amount,
    currency,
    paid_at: declines ? null : ctx.now,
    created_at: ctx.now,
  });
  if (declines) await openInvoicePage(tx, ctx, id, invoice);
  await emit(tx, ctx, invoice, declines ? "invoice.payment_failed" : "invoice.paid");
}

/** Opens a page where a failed invoice can be paid with another card. */
async function openInvoicePage(tx: Database, ctx: Ctx, subscriptionId: string, invoiceId: string) {
  const [first] = await tx.select().from(sessions).where(eq(sessions.subscription_id, subscriptionId));
  if (!first) return;
  const { amount, currency, lines, summary, success_url } = first;
  const { customer_name, customer_email, customer_phone } = first;
  await tx.insert(sessions).values({
    id: `test_${randomBytes(24).toString("base64url")}`,
    idempotency_key: `invoice:${invoiceId}`,
    status: "open",
    amount,
    currency,
    lines,
    summary,
    customer_name,
    customer_email,
    customer_phone,
    success_url,
    cancel_url: success_url,
    expires_at: ctx.now.add({ hours: 24 * 60 }),
    invoice_id: invoiceId,
    created_at: ctx.now,
  });
}

/** Records the payment of an open invoice. */
export async function payInvoice(tx: Database, ctx: Told, invoiceId: string): Promise<void> {
  const [paid] = await tx
    .update(invoices)
    .set({ status: "paid", paid_at: ctx.now })
    .where(and(eq(invoices.id, invoiceId), eq(invoices.status, "open")))
    .returning();
  if (!paid) return;
  const good = { status: "active" as const, declines: false };
  await change(tx, ctx, paid.subscription_id, good, "customer.subscription.updated");
  await emit(tx, ctx, invoiceId, "invoice.paid");
}

async function change(tx: Database, ctx: Told, id: string, set: Partial<Row>, type: string): Promise<void> {
  const changed = await tx
    .update(subscriptions)
    .set(set)
    .where(and(eq(subscriptions.id, id), ne(subscriptions.status, "canceled")))
    .returning({ id: subscriptions.id });
  if (changed.length > 0) await emit(tx, ctx, id, type);
}

export async function readSubscription(db: Database, id: string): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return null;
  const { period_start, period_end, cancel_at_period_end, paused, amount } = row;
  const status = row.status === "canceled" ? "ended" : row.status;
  const ends_at = cancel_at_period_end ? period_end : null;
  return { id, status, period_start, period_end, ends_at, paused, amount };
}

/** Changes a subscription unless it has ended. Returns it. */
export async function changeSubscription(
  db: Database,
  id: string,
  set: Partial<Pick<Row, "paused" | "resumes_at" | "cancel_at_period_end" | "status" | "amount">>,
): Promise<Subscription | null> {
  await db
    .update(subscriptions)
    .set(set)
    .where(and(eq(subscriptions.id, id), ne(subscriptions.status, "canceled")));
  if (set.status === "canceled") {
    const voided = await db
      .update(invoices)
      .set({ status: "void" })
      .where(and(eq(invoices.subscription_id, id), eq(invoices.status, "open")))
      .returning({ id: invoices.id });
    for (const { id: invoice } of voided) {
      const page = and(eq(sessions.invoice_id, invoice), eq(sessions.status, "open"));
      await db.update(sessions).set({ status: "expired" }).where(page);
    }
  }
  return readSubscription(db, id);
}

export async function readInvoice(db: Database, id: string): Promise<Invoice | null> {
  const [found] = await knownInvoices(db).where(eq(invoices.id, id));
  return found ? invoiceOf(found) : null;
}

/** Newest first. */
export async function listInvoices(db: Database, subscriptionId: string): Promise<Invoice[]> {
  const rows = await knownInvoices(db)
    .where(eq(invoices.subscription_id, subscriptionId))
    .orderBy(desc(invoices.period_start))
    .limit(24);
  return rows.map(invoiceOf);
}

/** Invoices with the session in which each can be paid by hand. */
function knownInvoices(db: Database) {
  return db
    .select({ invoice: invoices, page: sessions })
    .from(invoices)
    .leftJoin(sessions, and(eq(sessions.invoice_id, invoices.id), eq(sessions.recurring, false)))
    .$dynamic();
}

type Known = { invoice: typeof invoices.$inferSelect; page: Session | null };

function invoiceOf({ invoice, page }: Known): Invoice {
  const { id, subscription_id, status, amount, currency, period_start, period_end } = invoice;
  return {
    ...{ id, subscription_id, status, amount, currency, period_start, period_end },
    tries: 1,
    payment_id: status === "paid" ? id : null,
    url: page ? new URL(`/payment?session_id=${page.id}`, page.success_url).href : null,
  };
}
