import { and, eq, sql } from "drizzle-orm";
import { customers } from "~/db/schema/customers";
import { referrals } from "~/db/schema/referrals";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { isReferralCode, type Offer } from "./referral";

/** What both get now. */
export async function readOffer(ctx: Pick<Ctx, "db" | "once">): Promise<Offer> {
  const settings = await readSettings(ctx);
  return {
    referrer: settings["referrals.referrer_amount"],
    friend: settings["referrals.friend_amount"],
    currency: settings["payments.default_currency"],
  };
}

/** The customer whose link it is; who was merged stands for who they are now. Null for a wrong code, and for their own link. */
export async function findReferrer(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  code: string | undefined,
): Promise<string | null> {
  if (!code || !isReferralCode(code)) return null;
  const [found] = await db
    .select({ id: sql<string>`coalesce(${customers.merged_into}, ${customers.id})` })
    .from(customers)
    .where(eq(customers.referral_code, code));
  if (!found || actor.kind !== "user") return found?.id ?? null;
  const own = await db.$count(customers, and(eq(customers.id, found.id), eq(customers.user_id, actor.id)));
  return own > 0 ? null : found.id;
}

/**
 * Stores by whose link an order came, with what both are promised. A wrong link, or one's own, prevents no booking. Call it in the
 * transaction that stores the order.
 */
export async function recordReferral(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  order_id: string,
  code: string | undefined,
): Promise<void> {
  const customer_id = await findReferrer({ db: tx, actor: ctx.actor }, code);
  if (!customer_id) return;
  const { referrer, friend, currency } = await readOffer({ db: tx });
  if (referrer + friend === 0) return;
  await tx.insert(referrals).values({
    ...{ customer_id, order_id, referrer_amount: referrer, friend_amount: friend, currency },
    created_at: ctx.now,
  });
}
