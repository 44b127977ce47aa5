import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { credit_transfers } from "~/db/schema/credit";
import { customers } from "~/db/schema/customers";
import { readSettings } from "~/features/operations/settings/queries.server";
import { LIMIT_HOURS, leftOfLimit, limitOf } from "~/features/payments/approvals/rules";
import { decideGoodwill, type GoodwillDecision, type GoodwillWish } from "~/features/payments/credit/credit";
import { lockCredit, storeTransfer } from "~/features/payments/credit/store.server";
import { isUuid } from "~/lib/ids";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

export type GiveCreditOutcome =
  | { ok: true; amount: Cents; currency: string }
  | { ok: false; reason: "not found" }
  | ({ ok: false; reason: "invalid" } & Omit<Extract<GoodwillDecision, { ok: false }>, "ok">);

type Wish = GoodwillWish & { customer_id: string; token: string };

/**
 * Gives a customer credit in the company's currency, or takes some away again, with a reason that the customer reads. What one person
 * gives a customer within 24 hours is limited like refunds. `token` comes with the form: sent twice, it is given once.
 */
export function giveCredit(ctx: StaffCtx, { customer_id, token, ...wish }: Wish): Promise<GiveCreditOutcome> {
  return ctx.db.transaction(async (tx): Promise<GiveCreditOutcome> => {
    if (!isUuid(customer_id)) return { ok: false, reason: "not found" };
    const [known] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, customer_id), isNull(customers.merged_into)))
      .for("key share");
    if (!known) return { ok: false, reason: "not found" };
    const settings = await readSettings({ db: tx });
    const currency = settings["payments.default_currency"].toUpperCase();
    const balance = await lockCredit(tx, customer_id, currency);
    const key = `goodwill:${customer_id}:${token}`;
    const [same] = await tx.select().from(credit_transfers).where(eq(credit_transfers.key, key));
    if (same) return { ok: true, amount: same.to_customer ? same.amount : -same.amount, currency };
    const limit = limitOf(ctx.actor.role, settings);
    const left = leftOfLimit(limit, limit === null ? 0 : await sumGoodwill(tx, ctx, customer_id));
    const decision = decideGoodwill({ balance, left, currency }, wish);
    if (!decision.ok) return { ...decision, reason: "invalid" };
    const { amount, reason } = decision;
    await storeTransfer(tx, ctx, {
      ...(amount > 0
        ? { from_account: "goodwill", to_account: "customer", to_customer: customer_id }
        : { from_account: "customer", from_customer: customer_id, to_account: "goodwill" }),
      ...{ amount: Math.abs(amount), currency, reason, author_id: ctx.actor.id, key },
    });
    const entry = { action: "customer.credited", entity: "customer", entity_id: customer_id };
    await recordAudit(tx, ctx, { ...entry, details: { amount } });
    return { ok: true, amount, currency };
  });
}

/** What the actor gave a customer within the last 24 hours, in cents. What was taken away again doesn't count against it. */
async function sumGoodwill(tx: Database, { actor, now }: StaffCtx, customer_id: string): Promise<Cents> {
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${credit_transfers.amount}), 0)::int` })
    .from(credit_transfers)
    .where(
      and(
        eq(credit_transfers.author_id, actor.id),
        eq(credit_transfers.to_customer, customer_id),
        eq(credit_transfers.from_account, "goodwill"),
        gt(credit_transfers.at, now.subtract({ hours: LIMIT_HOURS })),
      ),
    );
  return sum?.cents ?? 0;
}
