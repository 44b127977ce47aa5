import { and, eq, isNull, lte, or } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { settleSession } from "~/features/payments/settlement/settle.server";
import type { Ctx } from "~/platform/context.server";

/** A page that waits for its payment asks the provider no more often than this. */
const AGAIN_SECONDS = 3;
/** So long a page waits for the provider's answer; it is taken in also when it comes later. */
const PATIENCE_MS = 4000;

/**
 * Asks the provider how a checkout stands, and settles what it says: no event is needed for that. Nothing when the
 * provider has said how it ended, or was asked a moment ago.
 */
export async function askAboutCheckout(ctx: Ctx, sessionId: string): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ asked_at: ctx.now })
    .where(
      and(
        eq(orders.payment_session_id, sessionId),
        isNull(orders.session_closed_at),
        or(isNull(orders.asked_at), lte(orders.asked_at, ctx.now.subtract({ seconds: AGAIN_SECONDS }))),
      ),
    )
    .returning({ session_id: orders.payment_session_id, status: orders.status });
  if (order?.session_id) await askProviderBriefly(ctx, { ...order, session_id: order.session_id });
}

/** Asks the provider, and waits for its answer as long as a page may wait. Never throws: who can't be asked has said nothing. */
export async function askProviderBriefly(ctx: Ctx, order: Asked): Promise<void> {
  const asked = askProvider({ ...ctx, actor: { kind: "system" } }, order);
  const known = asked.catch((err) => ctx.log.warn({ err }, "a payment could not be asked for"));
  await Promise.race([known, new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
}

type Asked = { session_id: string; status: "pending" | "completed" | "failed" };

/** Settles what the provider says of a checkout; one that was given up is closed there, too. False when it is unknown there. */
export async function askProvider(ctx: Ctx, { session_id, status }: Asked): Promise<boolean> {
  const { payments } = ctx;
  const told = await (status === "failed"
    ? payments.expireSession(session_id)
    : payments.readSession(session_id));
  if (told) await settleSession(ctx, told);
  return told !== null;
}
