import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { referrals } from "~/db/schema/referrals";
import { e164Of } from "~/features/customers/records/contact";
import { storeTransfer } from "~/features/payments/credit/store.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { sweep } from "~/platform/jobs/sweep.server";
import { type Facts, refuseReferral } from "./referral";

/** Referrals that one sweep settles. */
const AT_ONCE = 200;

/** The first visit of a referral's order: its own, or of its plan the first that was completed. */
const visitOfReferral: SQL | undefined = or(
  eq(bookings.id, orders.booking_id),
  and(eq(bookings.plan_id, orders.plan_id), eq(bookings.status, "completed")),
);

/** Gives both their credit for each first visit that is completed and paid, or refuses it. What was given up lapses. */
export async function settleReferrals(ctx: Ctx): Promise<void> {
  await lapse(ctx);
  const due = await ctx.db
    .selectDistinctOn([referrals.created_at, referrals.id], { id: referrals.id })
    .from(referrals)
    .innerJoin(orders, eq(orders.id, referrals.order_id))
    .innerJoin(bookings, visitOfReferral)
    .where(
      and(
        ...[eq(referrals.status, "pending"), eq(orders.status, "completed"), eq(orders.due, 0)],
        eq(bookings.status, "completed"),
      ),
    )
    .orderBy(asc(referrals.created_at), asc(referrals.id))
    .limit(AT_ONCE);
  await sweep(ctx, due, ({ id }) => settle(ctx, id), "a referral could not be settled");
}

/** A hold that expired, a cancelled visit and a plan that ended without one earn nothing. */
async function lapse({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  await db
    .update(referrals)
    .set({ status: "lapsed", settled_at: now })
    .where(
      and(
        eq(referrals.status, "pending"),
        sql`exists (select from ${orders} where ${orders.id} = ${referrals.order_id} and (${orders.status} = 'failed'
          or exists (select from ${bookings} where ${bookings.id} = ${orders.booking_id} and ${bookings.status} = 'cancelled')
          or exists (select from ${plans} where ${plans.id} = ${orders.plan_id} and ${plans.status} = 'ended'
            and not exists (select from ${bookings} where ${bookings.plan_id} = ${plans.id} and ${bookings.status} = 'completed'))))`,
      ),
    );
}

function settle(ctx: Ctx, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const [referral] = await tx.select().from(referrals).where(eq(referrals.id, id)).for("update");
    if (referral?.status !== "pending") return;
    const { customer_id, order_id, referrer_amount, friend_amount, currency } = referral;
    const { friend, ...facts } = await readFacts(tx, { customer_id, order_id });
    const refusal = refuseReferral(facts);
    await tx
      .update(referrals)
      .set({ status: refusal ? "refused" : "earned", refusal, settled_at: ctx.now })
      .where(eq(referrals.id, id));
    if (!refusal) {
      const give = (to_customer: string, amount: number, key: string) =>
        storeTransfer(tx, ctx, {
          ...{ from_account: "referral", to_account: "customer", to_customer, amount, currency, order_id },
          key: `referral:${id}:${key}`,
        });
      if (referrer_amount > 0) await give(customer_id, referrer_amount, "referrer");
      if (friend && friend_amount > 0) await give(friend, friend_amount, "friend");
    }
    await recordAudit(tx, ctx, {
      action: refusal ? "referral.refused" : "referral.earned",
      entity: "customer",
      entity_id: customer_id,
      details: refusal
        ? { order: order_id, reason: refusal }
        : { order: order_id, amount: referrer_amount, friend_amount, currency },
    });
  });
}

type Referred = { customer_id: string; order_id: string };

/** What decides about a referral. `friend`: the customer who came by it. */
async function readFacts(
  tx: Database,
  { customer_id: referrer, order_id }: Referred,
): Promise<Facts & { friend: string | null }> {
  const [visit] = await tx
    .select({
      ...{ id: bookings.id, plan_id: bookings.plan_id, user_id: bookings.user_id },
      friend: sql<string | null>`coalesce(${orders.customer_id}, ${bookings.customer_id})`,
      ...{ street: bookings.address_line1, flat: bookings.address_line2, zip: bookings.zip_code },
      ...{
        email: bookings.customer_email,
        phone: bookings.customer_phone,
        charged: orders.charged,
        tips: orders.tips,
      },
      back: sql<number>`(select coalesce(sum(r.amount), 0)::int from ${refunds} r
        where r.order_id = ${orders.id} and r.status not in ('failed', 'cancelled'))`,
    })
    .from(orders)
    .innerJoin(bookings, visitOfReferral)
    .where(and(eq(orders.id, order_id), eq(bookings.status, "completed")))
    .orderBy(asc(bookings.starts_at))
    .limit(1);
  if (!visit) throw new Error(`The order ${order_id} of a referral has no completed visit`);
  const { friend, street, flat, zip } = visit;
  const typed = [visit.email?.toLowerCase(), e164Of(visit.phone)].filter(Boolean).map(String);
  const at = (
    line1: SQL,
    line2: SQL,
    code: SQL,
  ) => sql`(lower(${line1}) = lower(${street}) and ${street} <> ''
    and lower(coalesce(${line2}, '')) = lower(${flat ?? ""}) and left(${code}, 5) = left(${zip}, 5))`;
  const homeOf = (table: "home" | "other") =>
    at(sql.raw(`${table}.address_line1`), sql.raw(`${table}.address_line2`), sql.raw(`${table}.zip_code`));
  const others = sql`${bookings} other where other.id <> ${visit.id} and other.status in ('confirmed', 'completed')
    and (other.plan_id is null or other.plan_id is distinct from ${visit.plan_id}::uuid)`;
  const earlier = sql`other.created_at < (select created_at from ${bookings} where id = ${visit.id})`;
  const { rows } = await tx.execute<Pick<Facts, "same_contact" | "same_home" | "had_visits">>(sql`
    select
      exists (select from ${customer_contacts} theirs where theirs.customer_id = ${referrer} and (
        theirs.value = any(${sql.param(typed)}::text[])
        or exists (select from ${customer_contacts} own where own.customer_id = ${friend}::uuid and own.kind = theirs.kind
          and own.value = theirs.value))) as same_contact,
      (exists (select from ${properties} home join ${customers} owner on owner.id = ${referrer}
          where (home.customer_id = owner.id or home.user_id = owner.user_id) and ${homeOf("home")})
        or exists (select from ${others} and other.customer_id = ${referrer} and ${homeOf("other")})) as same_home,
      (exists (select from ${others} and other.customer_id = ${friend}::uuid and ${earlier})
        or exists (select from ${others} and other.user_id = ${visit.user_id}::uuid and ${earlier})
        or exists (select from ${others} and ${homeOf("other")} and ${earlier})) as had_visits`);
  const [found] = rows;
  if (!found) throw new Error("A statement without tables has one row");
  const kept = visit.charged - (visit.tips ?? 0) - visit.back;
  return { friend, has_customer: friend !== null, same_customer: friend === referrer, ...found, kept };
}
