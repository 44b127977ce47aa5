// Rooms: the list gathers from bookings (booking), plans (plans) and the schedule (scheduling), in company time
// (operations).
import { and, asc, between, eq, gt, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { crew_time_off } from "~/db/schema/office";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { visitsToComplete } from "~/features/booking/office/queries.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatWhen } from "~/features/plans/emails/words";
import { planCustomer } from "~/features/plans/office/list.server";
import { schedulePath } from "~/features/scheduling/board/board";
import { isAhead } from "~/features/scheduling/crews/queries.server";
import { companyToday, formatDate, formatMoment, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { ATTENTION_LABELS, type Attention, type AttentionCase, type AttentionKind } from "./attention";
import { CASE_LIMIT, countOf, readDeliveries, readMails, totalOf } from "./deliveries.server";

/** Holds that expire within this time are worth a call. */
const EXPIRING_MINUTES = 10;

/** Lists the cases that need attention, by kind. Kinds without a case are left out. */
export async function readAttention(ctx: AdminCtx): Promise<Attention[]> {
  const [{ timezone }, { db, now }] = [await readCompany(ctx), ctx];
  const today = companyToday(now, timezone);
  const open = inArray(bookings.status, ["pending", "confirmed"]);
  const soon = now.add({ minutes: EXPIRING_MINUTES });
  const visits: [AttentionKind, SQL | undefined][] = [
    ["flagged", and(isNotNull(bookings.needs_attention), notByRefund)],
    [
      "unassigned",
      and(
        isNull(bookings.crew_id),
        gte(bookings.scheduled_date, today),
        open,
        isNull(bookings.needs_attention),
      ),
    ],
    ["off", and(onCrewThatIsOff(db, today), isAhead(now), isNull(bookings.needs_attention))],
    ["done", visitsToComplete(now, today)],
    [
      "holds",
      and(
        eq(bookings.status, "pending"),
        gt(bookings.hold_expires_at, now),
        lte(bookings.hold_expires_at, soon),
        sql`coalesce(${bookings.plan_visit}, 1) = 1`, // a plan's hold counts once
      ),
    ],
  ];
  const found = await Promise.all([
    ...visits.map(([kind, where]) => readVisits(db, kind, where)),
    readPlans(db, "plans", isNotNull(plans.needs_attention)),
    readPlans(db, "unpaid", eq(plans.status, "past_due")),
    readRefunds(db, timezone),
    readDue(db),
    readMails(db, timezone, now),
    readDeliveries(db, timezone, now),
  ]);
  const order = Object.keys(ATTENTION_LABELS) as AttentionKind[];
  return order.flatMap((kind) => found.filter((one) => one.kind === kind && one.count > 0));
}

/**
 * A failed refund flags its booking (payments/refund.server.ts) and is listed under the refunds. Other reasons are listed
 * here.
 */
const notByRefund = sql`not (${bookings.needs_attention} like 'The refund of %' and exists (
  select 1 from ${orders} o join ${refunds} r on r.order_id = o.id and r.status in ('failed', 'cancelled')
  where o.booking_id = bookings.id))`;

async function readVisits(db: Database, kind: AttentionKind, where: SQL | undefined): Promise<Attention> {
  const rows = await db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      customer: customerName,
      reason: bookings.needs_attention,
      found: countOf(db, bookings, where),
    })
    .from(bookings)
    .where(where)
    .orderBy(asc(bookings.scheduled_date), asc(bookings.id))
    .limit(CASE_LIMIT);
  const cases = rows.map(
    ({ id, date, time, customer, reason }): AttentionCase => ({
      href:
        kind === "unassigned" || kind === "off"
          ? schedulePath({ view: "day", date, visit: id })
          : `/admin/bookings/${id}`,
      what: [customer || UNKNOWN.customer, kind === "flagged" ? reason : null].filter(Boolean).join(": "),
      when: `${formatDate(date)}, ${formatTime(time)}`,
      ...(kind === "done" && { complete: id }),
    }),
  );
  return { kind, ...totalOf(rows), cases };
}

/** Upcoming visits whose crew is off or inactive. Found through the few days off. */
function onCrewThatIsOff(db: Database, today: string): SQL {
  const ahead = alias(bookings, "ahead");
  const off = db
    .select({ id: ahead.id })
    .from(crew_time_off)
    .innerJoin(
      ahead,
      and(
        eq(ahead.crew_id, crew_time_off.crew_id),
        gte(ahead.scheduled_date, today),
        between(ahead.scheduled_date, crew_time_off.first_day, crew_time_off.last_day),
      ),
    )
    .where(gte(crew_time_off.last_day, today));
  const inactive = db
    .select({ id: ahead.id })
    .from(crews)
    .innerJoin(ahead, and(eq(ahead.crew_id, crews.id), gte(ahead.scheduled_date, today)))
    .where(eq(crews.is_active, false));
  return inArray(bookings.id, union(off, inactive));
}

/** Completed visits that are unpaid with no payment processing, oldest first. */
async function readDue(db: Database): Promise<Attention> {
  // A subquery per unpaid order: a join would read all completed visits.
  const isDue = and(
    isUnpaid,
    sql`(select ${bookings.status} from ${bookings} where ${bookings.id} = ${orders.booking_id}) = 'completed'`,
  );
  const rows = await db
    .select({
      order_id: orders.id,
      amount: orders.amount,
      currency: orders.currency,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      customer: customerName,
      found: countOf(db, orders, isDue),
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(isDue)
    .orderBy(asc(bookings.scheduled_date), asc(bookings.id))
    .limit(CASE_LIMIT);
  const cases = rows.map(({ order_id, amount, currency, date, time, customer }) => ({
    href: `/admin/orders/${order_id}`,
    what: `${customer || UNKNOWN.customer}: ${formatCents(amount, currency)} is due`,
    when: `${formatDate(date)}, ${formatTime(time)}`,
  }));
  return { kind: "due", ...totalOf(rows), cases };
}

/** The same rule as `visitMoney`, written exactly as in the index `orders_unpaid`. */
const isUnpaid = sql`${orders.status} <> 'completed' and ${orders.paid_amount} is null
  and ${orders.booking_id} is not null and (${orders.processing_at} is null or ${orders.session_closed_at} is not null)`;

/** Plans with a visit without a free time, and plans whose last charge failed. */
async function readPlans(db: Database, kind: "plans" | "unpaid", where: SQL | undefined): Promise<Attention> {
  const rows = await db
    .select({ plan: plans, customer: planCustomer, found: countOf(db, plans, where) })
    .from(plans)
    .where(where)
    .orderBy(asc(plans.updated_at), asc(plans.id))
    .limit(CASE_LIMIT);
  const cases = rows.map(({ plan, customer }): AttentionCase => {
    const amount = formatCents(plan.amount, plan.currency);
    const why = kind === "plans" ? plan.needs_attention : `${amount} is due`;
    return {
      href: `/admin/plans/${plan.id}`,
      what: `${customer ?? UNKNOWN.customer}: ${why}`,
      when: formatWhen(plan),
    };
  });
  return { kind, ...totalOf(rows), cases };
}

async function readRefunds(db: Database, timezone: string): Promise<Attention> {
  const failed = and(sql`${refunds.status} in ('failed', 'cancelled')`, isStillOwed);
  const rows = await db
    .select({
      order_id: refunds.order_id,
      amount: refunds.amount,
      at: refunds.created_at,
      currency: orders.currency,
      found: countOf(db, refunds, failed),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(failed)
    .orderBy(asc(refunds.created_at))
    .limit(CASE_LIMIT);
  const cases = rows.map(({ order_id, amount, currency, at }) => ({
    href: `/admin/orders/${order_id}`,
    what: `${formatCents(amount, currency)} could not be refunded`,
    when: formatMoment(at, timezone),
  }));
  return { kind: "refunds", ...totalOf(rows), cases };
}

/** A failed refund is settled when less than its amount is left of the payment. */
const isStillOwed = sql`refunds.amount <= (
  select o.amount - coalesce(sum(r.amount), 0) from ${orders} o
  left join ${refunds} r on r.order_id = o.id and r.status not in ('failed', 'cancelled')
  where o.id = refunds.order_id group by o.id)`;
