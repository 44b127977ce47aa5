// Rooms: a visit of a plan costs its share of what the plan (plans) cost on its day, by its rhythm (scheduling) and the visits
// a year (catalog).
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { pay_adjustments, pay_lines, pay_rates } from "~/db/schema/pay";
import { order_lines, orders } from "~/db/schema/payments";
import { plan_prices, plans } from "~/db/schema/plans";
import { visitShare } from "~/features/catalog/rules";
import {
  addMinutes,
  type Flag,
  flagOf,
  type HourSpan,
  type Minutes,
  minutesByDay,
  NO_MINUTES,
  presentAt,
} from "~/features/fieldwork/hours/hours";
import { readWeekHours, type VisitHours } from "~/features/fieldwork/hours/queries.server";
import { lastDayOf, momentsOf } from "~/features/fieldwork/hours/week";
import { priceOn, taxIn } from "~/features/plans/prices/price";
import { earlierOf } from "~/features/scheduling/availability/rhythm";
import { companyToday } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import type { Database } from "~/platform/database/database.server";
import { type PaidVisit, type PayLine, payOfWeek, type Rate } from "./pay";

type Member = {
  id: string;
  name: string;
  crew_id: string;
  crew: string;
  joined_at: Temporal.Instant;
  left_at: Temporal.Instant | null;
};
type Flagged = HourSpan & { flag: Flag };

/** A week by what is known now, whether it is locked or not. */
export type LiveWeek = {
  members: Member[];
  /** The visits whose hours or whose pay belong to it. */
  visits: VisitHours[];
  /** Of every member, by their name. */
  lines: PayLine[];
  /** The minutes of each member by day. */
  days: Map<string, Map<string, Minutes>>;
  flagged: Flagged[];
  rates: Map<string, Rate[]>;
};

type Asked = { monday: string; zone: string; now: Temporal.Instant };

/** Computes a week anew. One query after the other, so that it can run in a transaction. */
export async function computeWeek(db: Database, { monday, zone, now }: Asked): Promise<LiveWeek> {
  const members = await readMembers(db);
  const visits = await readWeekHours(db, monday, zone);
  const rates = await readRates(db);
  const sunday = lastDayOf(monday);
  const isInWeek = (day: string) => monday <= day && day <= sunday;
  const money = await readMoney(
    db,
    visits.filter(({ status, date }) => status === "completed" && isInWeek(date)).map(({ id }) => id),
  );
  const adjusted = await readAdjusted(db, monday);
  const spans = visits.flatMap((visit) => visit.spans);
  const spansOf = Map.groupBy(spans, ({ member_id }) => member_id);
  const days = new Map(
    members.map(({ id }) => {
      const own = minutesByDay(spansOf.get(id) ?? [], zone);
      return [id, new Map([...own].filter(([day]) => isInWeek(day)))];
    }),
  );
  const workers = members.map(({ id }) => ({
    id,
    rates: rates.get(id) ?? [],
    days: days.get(id) ?? new Map(),
  }));
  const paid = visits.flatMap((visit): PaidVisit[] => {
    const sums = money.get(visit.id);
    return sums
      ? [{ ...sums, day: visit.date, present: presentAt(visit.spans), crew: crewOf(visit, members) }]
      : [];
  });
  const earned = payOfWeek(workers, paid);
  const lines = members.map(({ id, name }): PayLine => {
    const sum = [...(days.get(id)?.values() ?? [])].reduce(addMinutes, NO_MINUTES);
    const { job_pay = 0, tips = 0 } = earned.get(id) ?? {};
    return {
      ...{ member_id: id, name, job_minutes: sum.job, drive_minutes: sum.drive, break_minutes: sum.break },
      ...{ job_pay, tips, adjustments: adjusted.get(id) ?? 0 },
    };
  });
  return { members, visits, lines, days, rates, flagged: flaggedIn(spans, { monday, zone, now }) };
}

function flaggedIn(spans: HourSpan[], { monday, zone, now }: Asked): Flagged[] {
  const { from, to } = momentsOf(monday, zone);
  const today = companyToday(now, zone);
  return spans.flatMap((span) => {
    if (span.from < from.epochMilliseconds || span.from >= to.epochMilliseconds) return [];
    const flag = flagOf(span, { today, zone });
    return flag ? [{ ...span, flag }] : [];
  });
}

/** Who was in the crew of a visit when it began; all who have not left, where nobody was listed so early. */
function crewOf({ crew_id, starts_at }: VisitHours, members: readonly Member[]): string[] {
  const { compare } = Temporal.Instant;
  const stayed = members.filter(
    (one) => one.crew_id === crew_id && (one.left_at === null || compare(one.left_at, starts_at) > 0),
  );
  const joined = stayed.filter(({ joined_at }) => compare(joined_at, starts_at) <= 0);
  return (joined.length > 0 ? joined : stayed).map(({ id }) => id);
}

function readMembers(db: Database): Promise<Member[]> {
  return db
    .select({
      ...{ id: crew_members.id, name: crew_members.name },
      ...{ joined_at: crew_members.created_at, left_at: crew_members.left_at },
      ...{ crew_id: crews.id, crew: crews.name },
    })
    .from(crew_members)
    .innerJoin(crews, eq(crews.id, crew_members.crew_id))
    .orderBy(asc(crew_members.name), asc(crew_members.id));
}

async function readRates(db: Database): Promise<Map<string, Rate[]>> {
  const rows = await db.select().from(pay_rates).orderBy(asc(pay_rates.from_day));
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id);
  return new Map([...byMember].map(([id, own]) => [id, own.map(rateOf)]));
}

function rateOf(row: typeof pay_rates.$inferSelect): Rate {
  const { from_day, kind, pays_drive, pays_break } = row;
  const cents = row.cents ?? 0;
  if (kind === "hour") return { from_day, kind, cents, pays_drive, pays_break };
  return kind === "flat"
    ? { from_day, kind, cents }
    : { from_day, kind, basis_points: row.basis_points ?? 0 };
}

type Money = { price: Cents; tip: Cents };

/** What visits cost without tips and tax, paid or not, and the tips that were paid. A visit of a plan costs its share of a month. */
export async function readMoney(db: Database, ids: string[]): Promise<Map<string, Money>> {
  if (ids.length === 0) return new Map();
  const ofOrders = await db
    .select({
      id: sql<string>`${orders.booking_id}`,
      price: sql<number>`coalesce(sum(${order_lines.amount}) filter (where ${order_lines.kind} not in ('tip', 'tax')), 0)::int`,
      tip: sql<number>`coalesce(sum(${order_lines.amount}) filter (where ${order_lines.kind} = 'tip' and ${orders.status} = 'completed'), 0)::int`,
    })
    .from(orders)
    .innerJoin(order_lines, eq(order_lines.order_id, orders.id))
    .where(and(inArray(orders.booking_id, ids), ne(orders.status, "failed")))
    .groupBy(orders.booking_id);
  const ofPlans = await readShares(db, ids);
  return new Map([
    ...ids.map((id) => [id, { price: 0, tip: 0 }] as const),
    ...ofPlans.map(({ id, price }) => [id, { price, tip: 0 }] as const),
    ...ofOrders.map(({ id, price, tip }) => [id, { price, tip: Math.max(0, tip) }] as const),
  ]);
}

/** What visits of plans cost by the price and the rhythm that their plan had on their day, which a later change leaves as it was. */
async function readShares(db: Database, ids: string[]): Promise<{ id: string; price: Cents }[]> {
  const found = await db
    .select({ id: bookings.id, day: bookings.scheduled_date, visit: bookings.plan_visit, plan: plans })
    .from(bookings)
    .innerJoin(plans, eq(plans.id, bookings.plan_id))
    .where(inArray(bookings.id, ids));
  if (found.length === 0) return [];
  const changes = await db
    .select()
    .from(plan_prices)
    .where(inArray(plan_prices.plan_id, [...new Set(found.map(({ plan }) => plan.id))]))
    .orderBy(asc(plan_prices.position));
  const ofPlan = Map.groupBy(changes, ({ plan_id }) => plan_id);
  return found.map(({ id, day, visit, plan }) => {
    const { amount, price_lines } = priceOn(plan, ofPlan.get(plan.id) ?? [], day);
    const { frequency } = (visit !== null && earlierOf(plan, visit)) || plan;
    return { id, price: Math.round(visitShare(amount - taxIn(price_lines), frequency)) };
  });
}

async function readAdjusted(db: Database, monday: string): Promise<Map<string, Cents>> {
  const rows = await db
    .select({ id: pay_adjustments.member_id, cents: sql<number>`sum(${pay_adjustments.cents})::int` })
    .from(pay_adjustments)
    .where(eq(pay_adjustments.monday, monday))
    .groupBy(pay_adjustments.member_id);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** The figures of a locked week; empty for one that is open. */
export async function readLocked(db: Database, monday: string): Promise<PayLine[]> {
  const rows = await db
    .select()
    .from(pay_lines)
    .where(eq(pay_lines.monday, monday))
    .orderBy(asc(pay_lines.name), asc(pay_lines.member_id));
  return rows.map(({ monday: _, ...line }) => line);
}
