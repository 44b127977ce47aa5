import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import {
  test_checkout_refunds as refunds,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database.server";
import type { Refund, RefundRequest } from "~/platform/payment-gateway";

/** Gives money of a session back, as a provider does: once a key, and never more than was paid. */
export function refundSession(db: Database, request: RefundRequest, now: Temporal.Instant): Promise<Refund> {
  const { session_id, amount, idempotency_key } = request;
  return db.transaction(async (tx): Promise<Refund> => {
    const [session] = await tx
      .select({ status: sessions.status, amount: sessions.amount })
      .from(sessions)
      .where(eq(sessions.id, session_id))
      .for("update");
    if (session?.status !== "paid") return refuse("Nothing was paid in this session.");
    const given = await tx.select().from(refunds).where(eq(refunds.session_id, session_id));
    const same = given.find((one) => one.idempotency_key === idempotency_key);
    if (same && same.amount !== amount) return refuse("This key stands for a refund of another amount.");
    if (same) return { status: "completed", id: same.id };
    const left = given.reduce((rest, one) => rest - one.amount, session.amount);
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) {
      return refuse("The amount is more than what is left of the payment.");
    }
    const id = `test_refund_${randomBytes(12).toString("base64url")}`;
    await tx.insert(refunds).values({ id, session_id, idempotency_key, amount, created_at: now });
    return { status: "completed", id };
  });
}

function refuse(reason: string): Refund {
  return { status: "failed", id: null, reason };
}
