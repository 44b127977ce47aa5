import { coupon_uses, coupons } from "../../../app/db/schema/coupons";
import { credit_transfers } from "../../../app/db/schema/credit";
import { referrals } from "../../../app/db/schema/referrals";
import { admin_settings } from "../../../app/db/schema/settings";
import { CREDIT_PROVIDER } from "../../../app/features/payments/credit/credit";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Customer } from "./customers";
import { giving, storeGifts, type Transfer } from "./gifts";
import { CURRENCY, type Order } from "./orders";
import { COUPONS } from "./sales";
import type { Frame, Visit } from "./visits";

/** What is given as a present, and why; days ago. */
const GOODWILL = [
  { amount: 2500, days_ago: 187, reason: "The crew came an hour late" },
  { amount: 4000, days_ago: 96, reason: "A vase was broken" },
  { amount: 2000, days_ago: 31, reason: "Two years with us" },
];
/** Cents for who recommends us, and for who comes by it. */
const REFERRAL = { referrer: 2500, friend: 2500 };
const REFERRALS = { earned: 5, refused: 1, pending: 1 };

type World = Frame & {
  customers: readonly Customer[];
  visits: readonly Visit[];
  orders: ReadonlyMap<string, Order>;
};

/** Gift cards, presents and referrals, with the credit that came of them. Store it before the orders that it pays for. */
export async function storeCredit(tx: Database, world: World): Promise<() => Promise<void>> {
  const { random, now, customers, orders, visits } = world;
  const owners = customers.filter(({ user_id, kind }) => user_id && kind === "regular");
  const transfers: Transfer[] = await storeGifts(tx, world, owners);
  for (const [place, { amount, days_ago, reason }] of GOODWILL.entries()) {
    const to_customer = owners[place * 3 + 1]?.id;
    if (to_customer)
      transfers.push({
        ...giving("goodwill", to_customer, amount, now.subtract({ hours: 24 * days_ago })),
        reason,
        key: `year:${random.uuid()}`,
      });
  }
  const recommended = inventReferrals(world);
  for (const { id, status, customer_id, friend, order_id, settled_at } of recommended) {
    if (status !== "earned" || !settled_at) continue;
    const given = (to: string, amount: number, key: string) =>
      transfers.push({
        ...giving("referral", to, amount, settled_at),
        order_id,
        key: `referral:${id}:${key}`,
      });
    given(customer_id, REFERRAL.referrer, "referrer");
    given(friend, REFERRAL.friend, "friend");
  }
  for (const one of transfers) if (!("order_id" in one)) one.order_id = null;
  await insertAll(
    tx,
    credit_transfers,
    transfers
      .map((one) => ({ ...one, reason: one.reason ?? null }))
      .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at)),
  );
  for (const { to_customer, amount, at } of transfers.slice(0, 3))
    spend(random.uuid(), visits, orders, { to_customer, amount, at });
  return () => storeUses(tx, world, recommended);
}

/** Pays a part of the first visit that was booked online after the credit came. */
function spend(
  id: string,
  visits: readonly Visit[],
  orders: World["orders"],
  { to_customer, amount, at }: Pick<Transfer, "to_customer" | "amount" | "at">,
): void {
  const own = visits.filter(({ customer }) => customer.id === to_customer);
  const later = own.find(({ created_at }) => Temporal.Instant.compare(created_at, at) > 0);
  const order = later && orders.get(later.id);
  const [paid] = order?.charges ?? [];
  if (!order?.session || !paid || order.refunds.length > 0 || order.row.tips) return;
  const cents = Math.min(amount, paid.amount - 1000);
  paid.amount -= cents;
  order.session.amount -= cents;
  order.charges.push({
    ...paid,
    id,
    purpose: "credit",
    provider: CREDIT_PROVIDER,
    payment_id: null,
    amount: cents,
  });
}

/** Customers who came by a friend's link. */
function inventReferrals({ random, now, customers, visits, orders }: World) {
  const first = visits.filter(
    ({ is_first, sale, customer, status }) =>
      is_first &&
      sale &&
      !sale.code &&
      customer.user_id &&
      customer.kind !== "rental" &&
      status !== "cancelled",
  );
  const paid = first.filter(({ id }) => orders.get(id)?.session && orders.get(id)?.refunds.length === 0);
  const over = paid
    .filter(({ status }) => status === "completed")
    .slice(-2 * (REFERRALS.earned + REFERRALS.refused));
  const ahead = paid.filter(({ status }) => status === "confirmed").slice(0, REFERRALS.pending);
  const referrers = customers.filter(({ kind, user_id }) => kind === "regular" && user_id).slice(0, 4);
  return [...over.filter((_, place) => place % 2 === 0), ...ahead].flatMap((visit, place) => {
    const referrer = referrers[place % referrers.length];
    const order = orders.get(visit.id);
    if (!referrer || !order || referrer === visit.customer) return [];
    const isRefused = place === 2;
    const status =
      visit.status === "confirmed"
        ? ("pending" as const)
        : isRefused
          ? ("refused" as const)
          : ("earned" as const);
    const settled = visit.range.end.add({ minutes: 50 });
    const settled_at = Temporal.Instant.compare(settled, now) < 0 ? settled : now;
    return [
      {
        ...{
          id: random.uuid(),
          customer_id: referrer.id,
          friend: visit.customer.id,
          order_id: order.row.id,
          status,
        },
        ...{ referrer_amount: REFERRAL.referrer, friend_amount: REFERRAL.friend, currency: CURRENCY },
        refusal: isRefused ? "home" : null,
        settled_at: status === "pending" ? null : settled_at,
        created_at: visit.created_at,
      },
    ];
  });
}

/** What refers to orders: referrals, and the coupons that they were sold with. */
async function storeUses(
  tx: Database,
  { random, now, today, visits, orders }: World,
  recommended: ReturnType<typeof inventReferrals>,
): Promise<void> {
  const settings = Object.entries({ referrer_amount: REFERRAL.referrer, friend_amount: REFERRAL.friend });
  await tx
    .insert(admin_settings)
    .values(
      settings.map(([key, value]) => ({
        category: "referrals",
        key,
        value: String(value),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflictDoNothing();
  await insertAll(
    tx,
    referrals,
    recommended.map(({ friend: _, ...row }) => row),
  );
  const sold = COUPONS.map((coupon) => ({ ...coupon, id: random.uuid() }));
  await insertAll(
    tx,
    coupons,
    sold.map(({ id, code, percent, amount, first_visit, most_uses, from, to }) => ({
      ...{ id, code, percent, amount, first_visit, most_uses, is_exclusive: false },
      ...{ begins_on: addDays(today, from), ends_on: to === null ? null : addDays(today, to) },
      ...{
        created_at: now.subtract({ hours: -24 * from + 30 }),
        updated_at: now.subtract({ hours: -24 * from + 30 }),
      },
    })),
  );
  const uses = visits.flatMap(({ id, sale, status, created_at }) => {
    const coupon = sold.find(({ code }) => code === sale?.code);
    const order_id = orders.get(id)?.row.id;
    return coupon && order_id && status !== "cancelled"
      ? [{ order_id, coupon_id: coupon.id, created_at }]
      : [];
  });
  await insertAll(tx, coupon_uses, uses);
}
