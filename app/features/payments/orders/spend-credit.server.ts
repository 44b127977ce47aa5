import { and, eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers } from "~/db/schema/customers";
import { charges, orders } from "~/db/schema/payments";
import { CREDIT_PROVIDER, type CreditShare, shareCredit } from "~/features/payments/credit/credit";
import { readBalance } from "~/features/payments/credit/queries.server";
import { lockCredit } from "~/features/payments/credit/store.server";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { storeCharge } from "./charges.server";

/** Credit belongs to whoever proved that the account's email is theirs, never to a typed one. */
export function mayUseCredit(actor: Ctx["actor"]): boolean {
  return actor.kind === "user" && actor.email_verified;
}

/** What the signed-in customer can spend, in cents, with what is kept for what the draft holds. */
export async function readOwnCredit(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  { currency, draft_id }: { currency: string; draft_id: string },
): Promise<Cents> {
  if (actor.kind !== "user" || !mayUseCredit(actor)) return 0;
  const [own] = await db.select({ id: customers.id }).from(customers).where(eq(customers.user_id, actor.id));
  if (!own) return 0;
  const [held] = await db
    .select({ cents: sql<number>`coalesce(sum(${charges.amount}), 0)::int` })
    .from(charges)
    .innerJoin(orders, eq(orders.id, charges.order_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      and(
        ...[eq(bookings.draft_id, draft_id), eq(bookings.user_id, actor.id)],
        ...[eq(charges.provider, CREDIT_PROVIDER), eq(charges.status, "pending")],
      ),
    );
  return (held?.cents ?? 0) + (await readBalance({ db }, own.id, currency));
}

type Asked = { amount: Cents; upfront: Cents | null; tip: Cents; currency: string };

/** What the signed-in customer's credit pays of what they order, locked until the commit. */
export async function findCredit(
  tx: Database,
  { actor }: Pick<Ctx, "actor">,
  asked: Asked,
): Promise<CreditShare> {
  const none = { used: 0, upfront: asked.upfront };
  if (actor.kind !== "user" || !mayUseCredit(actor)) return none;
  const [own] = await tx.select({ id: customers.id }).from(customers).where(eq(customers.user_id, actor.id));
  return own ? shareCredit({ ...asked, balance: await lockCredit(tx, own.id, asked.currency) }) : none;
}

type Held = { order_id: string; amount: Cents; currency: string };

/** Keeps a part of a customer's credit for an order that waits for its payment. The order's end settles it, by a trigger. */
export async function holdCredit(tx: Database, { now }: Pick<Ctx, "now">, held: Held): Promise<void> {
  const { order_id, amount, currency } = held;
  await tx.insert(charges).values({
    ...{ order_id, purpose: "credit", status: "pending", amount, currency, provider: CREDIT_PROVIDER },
    ...{ created_at: now, updated_at: now },
  });
}

/**
 * Pays what is due of an order with its customer's credit, as far as it goes, if the order uses credit. One that nothing is due of any
 * more is completed. Lock the order first. Returns what was paid, in cents.
 */
export async function spendCredit(
  tx: Database,
  ctx: Pick<Ctx, "now" | "jobs">,
  order_id: string,
): Promise<Cents> {
  const { now } = ctx;
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id));
  if (!order?.uses_credit || !order.customer_id || order.due === 0) return 0;
  const under_way = and(eq(charges.order_id, order_id), eq(charges.status, "pending"));
  if ((await tx.$count(charges, under_way)) > 0) return 0; // a card is paying it
  const { currency, due } = order;
  const balance = await lockCredit(tx, order.customer_id, currency);
  const { used: amount } = shareCredit({ amount: due, upfront: null, balance, currency });
  if (amount <= 0) return 0;
  if (order.status === "pending" && amount === due)
    await tx
      .update(orders)
      .set({ status: "completed", provider: CREDIT_PROVIDER, completed_at: now, updated_at: now })
      .where(eq(orders.id, order_id));
  const charge = { purpose: "credit" as const, amount, currency, provider: CREDIT_PROVIDER };
  await storeCharge(tx, ctx, { order_id, ...charge });
  return amount;
}
