import { and, asc, eq, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { coupon_uses, coupons } from "~/db/schema/coupons";
import { customers } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import type { Discount } from "~/features/catalog/pricing";
import type { Database } from "~/platform/database/database.server";
import { CODE_CHANGED, type Coupon, discountOf, type Facts, normalizeCode, refuseCoupon } from "./coupon";

/** Who wants to use a code, and for what. `today`: the company's day. */
export type Wish = {
  /** As it was typed. */
  code: string;
  today: string;
  service_id: string;
  /** The account, and the customer whom staff chose. */
  user_id: string | null;
  customer_id: string | null;
  /** Where the visit is; null while that is unknown. */
  home: { address_line1: string; address_line2: string | null; zip_code: string } | null;
  /** Its own uses don't count, since it holds one thing at a time. */
  draft_id: string | null;
  /** Whether they come by a referral that promises something. */
  is_referred: boolean;
};

/** A coupon that a price counts with. */
export type Redeemed = { id: string; discount: Discount };

export type CouponOutcome = { ok: true; coupon: Redeemed } | { ok: false; message: string };

/** Whether a code can be used, and what it takes off. Counts nothing. */
export async function checkCoupon(db: Database, wish: Wish): Promise<CouponOutcome> {
  const code = normalizeCode(wish.code);
  const found = await readCoupon(db, code, wish);
  const message = refuseCoupon(code || wish.code, found?.coupon, found?.facts ?? NOBODY);
  if (message || !found) return { ok: false, message: message ?? CODE_CHANGED };
  return { ok: true, coupon: { id: found.id, discount: discountOf(found.coupon) } };
}

/**
 * Checks again in the transaction that stores the order, with the coupon locked until it ends, so that the last use is not
 * taken twice, and with all codes for first visits, since a customer has one first visit. Null when it can be used for this
 * price. Lock draft and day first.
 */
export async function redeemCoupon(
  tx: Database,
  wish: Wish,
  { id, discount }: Redeemed,
): Promise<string | null> {
  const same = eq(coupons.id, id);
  const isFirst = sql`(select own.first_visit from ${coupons} own where own.id = ${id}::uuid)`;
  await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(or(same, and(coupons.first_visit, isFirst)))
    .orderBy(asc(coupons.id))
    .for("no key update");
  const outcome = await checkCoupon(tx, wish);
  if (!outcome.ok) return outcome.message;
  const unchanged = JSON.stringify(outcome.coupon) === JSON.stringify({ id, discount });
  return unchanged ? null : CODE_CHANGED;
}

const NOBODY: Facts = {
  ...{ today: "", service_id: "", titles: [], is_own: false, is_first: false, is_held: false },
  ...{ uses: 0, uses_each: 0, is_referred: false },
};

type Found = { id: string; coupon: Coupon; facts: Facts };

/** A use counts for as long as its visit is not cancelled: an expired hold and a failed checkout cancel it, too. */
const counted = sql`from ${coupon_uses} used join ${orders} on ${orders.id} = used.order_id
  join ${bookings} visit on visit.id = ${orders.booking_id}
  where used.coupon_id = ${coupons.id} and visit.status <> 'cancelled'`;

/** How often a coupon counts now, in a query of `coupons`. */
export const usesOfCoupon = subselect(sql<number>`(select count(*)::int ${counted})`);

/** The titles of its services, in a query of `coupons`. */
export const titlesOfCoupon = subselect(sql<string[]>`array(select ${services.title} from ${services}
  where ${coupons.services} @> to_jsonb(${services.id}) and ${services.is_active} order by ${services.sort_order})`);

async function readCoupon(db: Database, code: string, wish: Wish): Promise<Found | undefined> {
  const { user_id, customer_id, home, draft_id } = wish;
  const isOther = draft_id ? sql`visit.draft_id is distinct from ${draft_id}` : sql`true`;
  const others = sql`${counted} and ${isOther}`;
  const own = sql`select person.id from ${customers} person
    where person.user_id = ${user_id}::uuid or person.id = ${customer_id}::uuid`;
  const real = sql`visit.status in ('confirmed', 'completed')`;
  const atHome = home?.address_line1
    ? sql`(lower(visit.address_line1) = lower(${home.address_line1}) and left(visit.zip_code, 5) = left(${home.zip_code}, 5)
        and lower(coalesce(visit.address_line2, '')) = lower(${home.address_line2 ?? ""}))`
    : sql`false`;
  const of = [sql`visit.user_id = ${user_id}::uuid`, sql`visit.customer_id = any(array(${own}))`, atHome];
  const otherHold = sql`visit.status = 'pending' and ${isOther}`;
  const withFirst = sql`exists (select from ${orders} join ${coupon_uses} used on used.order_id = ${orders.id}
    join ${coupons} other on other.id = used.coupon_id where ${orders.booking_id} = visit.id and other.first_visit)`;
  const held = sql`exists (select from ${bookings} visit where ${otherHold} and (${sql.join(of, sql` or `)}) and ${withFirst})`;
  const visited = of.map((same) => sql`exists (select from ${bookings} visit where ${same} and ${real})`);
  const [found] = await db
    .select({
      coupon: coupons,
      titles: titlesOfCoupon,
      is_own: sql<boolean>`${coupons.customer_id} is null or ${coupons.customer_id} = any(array(${own}))`,
      is_first: sql<boolean>`not ${coupons.first_visit} or not (${sql.join(visited, sql` or `)})`,
      is_held: subselect(sql<boolean>`(${coupons.first_visit} and ${held})`),
      uses: subselect(sql<number>`(select count(*)::int ${others})`),
      uses_each: subselect(sql<number>`(select count(*)::int ${others} and (${sql.join(of, sql` or `)}))`),
    })
    .from(coupons)
    .where(eq(coupons.code, code));
  if (!found) return;
  const { coupon, ...known } = found;
  const { today, service_id, is_referred } = wish;
  return {
    id: coupon.id,
    coupon: { ...coupon, ended: coupon.ended_at !== null },
    facts: { today, service_id, is_referred, ...known },
  };
}
