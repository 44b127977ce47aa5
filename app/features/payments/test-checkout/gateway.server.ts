import { randomBytes } from "node:crypto";
import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { test_checkout_sessions as sessions } from "~/db/schema/test-checkout";
import { TEST_PROVIDER } from "~/lib/test-payment";
import { type Database, oncePerDatabase } from "~/platform/database.server";
import type {
  CheckoutRequest,
  CheckoutSession,
  EventSubject,
  PaymentGateway,
} from "~/platform/payment-gateway";
import { listRefunds, readRefund, refundPayment, refundsSince } from "./refund.server";
import { isSigned } from "./sign.server";
import { changeSubscription, listInvoices, readInvoice, readSubscription } from "./subscriptions.server";

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  object_id: z.string().min(1),
});

type Options = { db: Database; secret: string; now: () => Temporal.Instant };

/**
 * The embedded test checkout behind the same gateway as a real provider. It keeps its own books and speaks to the
 * application only through this interface and through signed events over HTTP.
 */
export function testCheckoutGateway({ db, secret, now }: Options): PaymentGateway {
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
    refund: (request) => refundPayment(db, request, now()),
    readRefund: (id) => readRefund(db, id),
    listRefunds: (paymentId) => listRefunds(db, paymentId),
    refundsSince: (since) => refundsSince(db, since),
    readDispute: async () => null, // its bank takes nothing back
    listDisputes: async () => [],
    disputesSince: async () => [],
    readSubscription: (id) => readSubscription(db, id),
    pauseSubscription: (id, resumes_at) => changeSubscription(db, id, { paused: true, resumes_at }),
    resumeSubscription: (id) => changeSubscription(db, id, { paused: false, resumes_at: null }),
    endSubscription: (id, when) =>
      changeSubscription(db, id, when === "now" ? { status: "canceled" } : { cancel_at_period_end: true }),
    readInvoice: (id) => readInvoice(db, id),
    listInvoices: (subscriptionId) => listInvoices(db, subscriptionId),
    async verifyEvent(body, signature, at) {
      if (!isSigned(secret, body, signature, at)) return null;
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
      created_at: placeholder("created_at"),
    })
    .onConflictDoUpdate({
      target: sessions.idempotency_key,
      set: { idempotency_key: sql`excluded.idempotency_key` },
    })
    .returning({ id: sessions.id })
    .prepare("test checkout session");
});

/** The session as it stands at `now`: an open one whose time is over has expired. */
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
      payment_id: sql<string | null>`case when ${sessions.status} = 'paid'
        then coalesce(${sessions.invoice_id}, ${sessions.id}) end`,
      subscription_id: sessions.subscription_id,
      invoice_id: sessions.invoice_id,
    })
    .from(sessions)
    .where(eq(sessions.id, id));
  return session ?? null;
}
