import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { api_keys, partner_orders } from "~/db/schema/partners";
import { orders } from "~/db/schema/payments";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Via } from "./partner";

/** Partner of a widget or link. Null if unknown or revoked, which doesn't prevent booking. */
export async function findPartner({ db }: Pick<Ctx, "db">, id: string | undefined): Promise<Via | null> {
  if (!id || !isUuid(id)) return null;
  const [found] = await db
    .select({ id: api_keys.id })
    .from(api_keys)
    .where(and(eq(api_keys.id, id), isNull(api_keys.revoked_at)));
  return found ? { api_key_id: found.id, reference: null } : null;
}

/** Stores the partner of an order. Call it in the transaction that stores the order. */
export async function recordVia(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  order_id: string,
  via: Via | null | undefined,
): Promise<void> {
  if (!via) return;
  const { api_key_id, reference } = via;
  await tx
    .insert(partner_orders)
    .values({ order_id, api_key_id, partner_reference: reference, created_at: now });
}

/** "Corner Realty", or "Corner Realty (A-1042)" with the partner's reference. Null without a partner. */
export async function readVia(
  { db }: Pick<Ctx, "db">,
  { order_id, plan_id }: { order_id: string | null; plan_id: string | null },
): Promise<string | null> {
  if (!order_id && !plan_id) return null;
  const [found] = await db
    .select({ name: api_keys.name, reference: partner_orders.partner_reference })
    .from(partner_orders)
    .innerJoin(api_keys, eq(api_keys.id, partner_orders.api_key_id))
    .innerJoin(orders, eq(orders.id, partner_orders.order_id))
    .where(
      or(order_id ? eq(orders.id, order_id) : undefined, plan_id ? eq(orders.plan_id, plan_id) : undefined),
    );
  if (!found) return null;
  return found.reference ? `${found.name} (${found.reference})` : found.name;
}

/** Deletes the partners' references of these orders, which may name a customer. The partner stays. */
export async function forgetPartnerReferences(tx: Database, ofOrders: SQL): Promise<void> {
  const orderIds = tx.select({ id: orders.id }).from(orders).where(ofOrders);
  await tx
    .update(partner_orders)
    .set({ partner_reference: null })
    .where(inArray(partner_orders.order_id, orderIds));
}
