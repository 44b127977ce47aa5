import { inArray } from "drizzle-orm";
import { disputes, refunds } from "~/db/schema/payments";
import { takeInDispute } from "~/features/payments/refunds/dispute.server";
import { nextOfDispute } from "~/features/payments/refunds/dispute-states";
import type { Ctx } from "~/platform/context.server";
import type { Dispute, KnownRefund } from "~/platform/payment-gateway";
import { settleRefund } from "./settle-refund.server";

/** Providers send their events again for some days; so long this site may have been deaf. */
const DAYS = 30;

/**
 * Takes in the refunds and disputes of which every event was lost: the providers list what they have. What is of other
 * payments than ours is left alone.
 */
export async function findPendingSyncs(ctx: Ctx): Promise<void> {
  const since = ctx.now.subtract({ hours: DAYS * 24 });
  for (const refund of await newsOfRefunds(ctx, await ctx.payments.refundsSince(since))) {
    await settleRefund(ctx, refund).catch(noted(ctx, refund.refund.id));
  }
  for (const dispute of await newsOfDisputes(ctx, await ctx.payments.disputesSince(since))) {
    await takeInDispute(ctx, dispute).catch(noted(ctx, dispute.id));
  }
}

/** Those that stand otherwise in our books, or not at all. */
async function newsOfRefunds({ db }: Ctx, told: KnownRefund[]): Promise<KnownRefund[]> {
  const ids = told.flatMap(({ refund }) => refund.id ?? []);
  const ours = await db
    .select({ id: refunds.provider_refund_id, status: refunds.status })
    .from(refunds)
    .where(inArray(refunds.provider_refund_id, ids));
  const known = new Map(ours.map(({ id, status }) => [id, status]));
  return told.filter(({ refund }) => known.get(refund.id) !== refund.status);
}

async function newsOfDisputes({ db }: Ctx, told: Dispute[]): Promise<Dispute[]> {
  const ids = told.map(({ id }) => id);
  const ours = await db
    .select({ id: disputes.id, status: disputes.status, withdrawn: disputes.withdrawn })
    .from(disputes)
    .where(inArray(disputes.id, ids));
  const known = new Map(ours.map(({ id, ...dispute }) => [id, dispute]));
  return told.filter(({ id, ...dispute }) => nextOfDispute(known.get(id) ?? null, dispute) !== null);
}

function noted({ log }: Ctx, id: string | null) {
  return (err: unknown) =>
    log.error({ err, id }, "a refund or dispute from the provider could not be recorded");
}
