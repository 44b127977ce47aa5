import { randomBytes } from "node:crypto";
import { asc, eq, gte, type SQL } from "drizzle-orm";
import {
  test_checkout_invoices as invoices,
  test_checkout_refunds as refunds,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database.server";
import type { KnownRefund, Refund, RefundRequest } from "~/platform/payment-gateway";

/** Gives money of a payment back, as a provider does: once a key, and never more than was paid. */
export function refundPayment(db: Database, request: RefundRequest, now: Temporal.Instant): Promise<Refund> {
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

/** A session, or the charge of a subscription. */
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
  return invoice;
}

function refuse(reason: string): Refund {
  return { status: "failed", id: null, reason };
}

export async function readRefund(db: Database, id: string): Promise<KnownRefund | null> {
  const [found] = await knownRefunds(db, eq(refunds.id, id));
  return found ?? null;
}

export function listRefunds(db: Database, paymentId: string): Promise<KnownRefund[]> {
  return knownRefunds(db, eq(refunds.payment_id, paymentId));
}

export function refundsSince(db: Database, since: Temporal.Instant): Promise<KnownRefund[]> {
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
