import { randomBytes } from "node:crypto";
import { and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  test_checkout_charges as charges,
  test_checkout_invoices as invoices,
  test_checkout_refunds as refunds,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import { TEST_PROVIDER } from "~/lib/test-payment";
import { type Database, oncePerDatabase } from "~/platform/database/database.server";
import type {
  CheckoutRequest,
  CheckoutSession,
  EventSubject,
  KnownRefund,
  PaymentGateway,
  Refund,
  RefundRequest,
} from "~/platform/outside/payment-gateway";
import { cardOf, chargeCard, findCardCharge, forgetCard, readCustomer } from "./cards.server";
import { isSigned } from "./events.server";
import { movementsSince } from "./movements.server";
import { changeSubscription, listInvoices, readInvoice, readSubscription } from "./subscriptions.server";

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  object_id: z.string().min(1),
});

type Options = {
  db: Database;
  secret: string;
  /** Events that were signed with these are accepted, too. */
  oldSecrets?: readonly string[];
  now: () => Temporal.Instant;
};

/**
 * The test checkout as a payment gateway. It has its own tables and reaches the application only by signed events over
 * HTTP.
 */
export function testCheckoutGateway({ db, secret, oldSecrets = [], now }: Options): PaymentGateway {
  return {
    provider: TEST_PROVIDER,
    owns: (id) => id.startsWith("test_"),
    async createSession(request) {
      const id = await insertOrFind(db, request, now());
      return { id, url: new URL(`/payment?session_id=${id}`, request.success_url).href };
    },
    readSession: (id) => readSession(db, id, now()),
    async expireSession(id) {
      await db
        .update(sessions)
        .set({ status: "expired" })
        .where(and(eq(sessions.id, id), eq(sessions.status, "open")));
      return readSession(db, id, now());
    },
    readCustomer: (id) => readCustomer(db, id),
    chargeCard: (request) => chargeCard(db, request, now()),
    findCardCharge: (request) => findCardCharge(db, request),
    tryCharge: async () => null, // it has no keys that could be wrong
    forgetCard: (id) => forgetCard(db, id, now()),
    refund: (request) => refundPayment(db, request, now()),
    readRefund: (id) => readRefund(db, id),
    listRefunds: (paymentId) => listRefunds(db, paymentId),
    refundsSince: (since) => refundsSince(db, since),
    readDispute: async () => null, // the test bank has no disputes
    listDisputes: async () => [],
    disputesSince: async () => [],
    movementsSince: (since) => movementsSince(db, since),
    readSubscription: (id) => readSubscription(db, id),
    pauseSubscription: (id, resumes_at) => changeSubscription(db, id, { paused: true, resumes_at }),
    resumeSubscription: (id) => changeSubscription(db, id, { paused: false, resumes_at: null }),
    changePrice: (id, amount) => changeSubscription(db, id, { amount }),
    endSubscription: (id, when) =>
      changeSubscription(db, id, when === "now" ? { status: "canceled" } : { cancel_at_period_end: true }),
    readInvoice: (id) => readInvoice(db, id),
    listInvoices: (subscriptionId) => listInvoices(db, subscriptionId),
    async verifyEvent(body, signature, at) {
      if (![secret, ...oldSecrets].some((one) => isSigned(one, body, signature, at))) return null;
      const parsed = eventSchema.safeParse(parseJson(body));
      return parsed.success ? { ...parsed.data, about: aboutOf(parsed.data.type) } : null;
    },
  };
}

function aboutOf(type: string): EventSubject {
  if (type.startsWith("checkout.session.")) return "session";
  if (type.startsWith("customer.subscription.")) return "subscription";
  return type.startsWith("invoice.") ? "invoice" : "other";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function insertOrFind(db: Database, request: CheckoutRequest, now: Temporal.Instant): Promise<string> {
  const id = `test_${randomBytes(24).toString("base64url")}`;
  const [row] = await openSession(db).execute({
    ...request,
    id,
    consent: request.consent ?? null,
    success_url: request.success_url.replace("{CHECKOUT_SESSION_ID}", id),
    cancel_url: request.cancel_url.replace("{CHECKOUT_SESSION_ID}", id),
    created_at: now,
  });
  if (!row) throw new Error("The checkout session was not stored");
  return row.id;
}

const openSession = oncePerDatabase((db) => {
  const { placeholder } = sql;
  return db
    .insert(sessions)
    .values({
      id: placeholder("id"),
      idempotency_key: placeholder("idempotency_key"),
      status: "open",
      amount: placeholder("amount"),
      currency: placeholder("currency"),
      lines: placeholder("lines"),
      summary: placeholder("summary"),
      customer_name: placeholder("customer_name"),
      customer_email: placeholder("customer_email"),
      customer_phone: placeholder("customer_phone"),
      success_url: placeholder("success_url"),
      cancel_url: placeholder("cancel_url"),
      expires_at: placeholder("expires_at"),
      recurring: placeholder("recurring"),
      consent: placeholder("consent"),
      created_at: placeholder("created_at"),
    })
    .onConflictDoUpdate({
      target: sessions.idempotency_key,
      set: { idempotency_key: sql`excluded.idempotency_key` },
    })
    .returning({ id: sessions.id })
    .prepare("test checkout session");
});

/** Reads a session at `now`. An open one past its time counts as expired. */
async function readSession(db: Database, id: string, now: Temporal.Instant): Promise<CheckoutSession | null> {
  await db
    .update(sessions)
    .set({ status: "expired" })
    .where(and(eq(sessions.id, id), eq(sessions.status, "open"), lte(sessions.expires_at, now)));
  const [session] = await db
    .select({
      id: sessions.id,
      status: sessions.status,
      amount: sessions.amount,
      currency: sessions.currency,
      customer: sessions.customer,
      card_id: sessions.card_id,
      payment_id: sql<string | null>`case when ${sessions.status} = 'paid' and ${sessions.amount} > 0
        then coalesce(${sessions.invoice_id}, ${sessions.id}) end`,
      subscription_id: sessions.subscription_id,
      invoice_id: sessions.invoice_id,
    })
    .from(sessions)
    .where(eq(sessions.id, id));
  if (!session) return null;
  const { card_id, ...shown } = session;
  return { ...shown, card: card_id ? await cardOf(db, card_id) : null };
}

/** Refunds once per key, and never more than was paid. */
function refundPayment(db: Database, request: RefundRequest, now: Temporal.Instant): Promise<Refund> {
  const { payment_id, amount, idempotency_key } = request;
  return db.transaction(async (tx): Promise<Refund> => {
    const paid = await lockPayment(tx, payment_id);
    if (paid?.status !== "paid") return refuse("Nothing was paid in this session.");
    const given = await tx.select().from(refunds).where(eq(refunds.payment_id, payment_id));
    const same = given.find((one) => one.idempotency_key === idempotency_key);
    if (same && same.amount !== amount)
      return refuse("This key was already used for a refund of a different amount.");
    if (same) return { status: "completed", id: same.id };
    const left = given.reduce((rest, one) => rest - one.amount, paid.amount);
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) {
      return refuse("That's more than what's left of the payment.");
    }
    const id = `test_refund_${randomBytes(12).toString("base64url")}`;
    await tx.insert(refunds).values({ id, payment_id, idempotency_key, amount, created_at: now });
    return { status: "completed", id };
  });
}

/** Locks a session, a subscription's charge or a saved card's. */
async function lockPayment(tx: Database, id: string) {
  const [session] = await tx
    .select({ status: sessions.status, amount: sessions.amount })
    .from(sessions)
    .where(eq(sessions.id, id))
    .for("update");
  if (session) return session;
  const [invoice] = await tx
    .select({ status: invoices.status, amount: invoices.amount })
    .from(invoices)
    .where(eq(invoices.id, id))
    .for("update");
  if (invoice) return invoice;
  const [charge] = await tx
    .select({ status: charges.status, amount: charges.amount })
    .from(charges)
    .where(eq(charges.id, id))
    .for("update");
  return charge;
}

function refuse(reason: string): Refund {
  return { status: "failed", id: null, reason };
}

async function readRefund(db: Database, id: string): Promise<KnownRefund | null> {
  const [found] = await knownRefunds(db, eq(refunds.id, id));
  return found ?? null;
}

function listRefunds(db: Database, paymentId: string): Promise<KnownRefund[]> {
  return knownRefunds(db, eq(refunds.payment_id, paymentId));
}

function refundsSince(db: Database, since: Temporal.Instant): Promise<KnownRefund[]> {
  return knownRefunds(db, gte(refunds.created_at, since));
}

async function knownRefunds(db: Database, which: SQL): Promise<KnownRefund[]> {
  const rows = await db.select().from(refunds).where(which).orderBy(asc(refunds.created_at));
  return rows.map(({ id, idempotency_key: key, payment_id, amount }) => ({
    refund: { status: "completed", id },
    key,
    payment_id,
    amount,
  }));
}
