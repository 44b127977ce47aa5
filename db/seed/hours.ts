import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, inArray, like, lte, sql } from "drizzle-orm";
import { bookings } from "../../app/db/schema/bookings";
import { crews } from "../../app/db/schema/crews";
import { checklist_items, visit_events, visit_reports } from "../../app/db/schema/fieldwork";
import { crew_members } from "../../app/db/schema/office";
import { order_lines, orders } from "../../app/db/schema/payments";
import { tapsFrom } from "../../app/features/fieldwork/day/progress";
import { mondayOf } from "../../app/features/fieldwork/hours/week";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";
import { approveWeeks, seedRates } from "./pay";
import { insertAll } from "./year/bulk";

const ZONE = "America/New_York";
const DAYS_BACK = 26 * 7;
/** For so long, every tick of a checklist is kept too. */
const CHECKED_DAYS = 6 * 7;
/** A visit of so many hours has a break. */
const LONG_HOURS = 4;
const BREAK_MINUTES = 30;
/** Some members come so many minutes after their crew. */
const LATE_MINUTES = 12;
/** Crews set out at most so many minutes before a visit begins. */
const DRIVE_AT_MOST = 19;

/** What crews reported, by how many visits ago. One waits for an answer. */
const REPORTS = [
  {
    visits_ago: 34,
    kind: "more time",
    words: "Two rooms more than planned were in use. We need half an hour more.",
    answer: "Take it. We told the next customer.",
  },
  {
    visits_ago: 17,
    kind: "damage",
    words: "A glass on the kitchen shelf broke while we dusted. The customer was there and knows.",
    answer: "Thank you for telling us. We replace it.",
  },
  {
    visits_ago: 3,
    kind: "extra",
    words: "The customer asked for the inside of the oven the next time.",
    answer: null,
  },
] as const;

/**
 * What the demo company's crews tapped and reported at their visits of the last half year and today, what they earn, and the weeks
 * that are approved. In the last week somebody forgot to clock out. Run after `seedFieldwork`, `seedClaims` and `seedYear`.
 */
export function seedHours(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "hours", async (tx) => {
    const [tapped] = await tx.select({ id: visit_events.id }).from(visit_events).limit(1);
    const teams = await readTeams(tx);
    const visits = await readVisits(tx, now, [...teams.keys()]);
    if (tapped || visits.length === 0) return; // the demo company is somebody's own by now
    const today = companyToday(now, ZONE);
    const workers = await seedRates(tx, now, [...teams.values()].flat());
    const items = await readItems(tx);
    const checked_from = addDays(today, -CHECKED_DAYS);
    const forgotten = forgottenIn(visits, mondayOf(today));
    const events = visits.flatMap((visit, index) => {
      const team = teamOf(teams, visit).map(({ id }) => id);
      const is_forgotten = visit.id === forgotten;
      const list = visit.date < checked_from ? [] : (items.get(visit.service_id) ?? []);
      return tapsOf({ visit, index, team: is_forgotten ? team.slice(-1) : team, list, now, is_forgotten });
    });
    const inOrder = events.toSorted((one, other) =>
      Temporal.Instant.compare(one.received_at, other.received_at),
    );
    await insertAll(tx, visit_events, inOrder);
    await seedReports(tx, now, visits, teams);
    const tips = await readTips(tx, visits);
    const tapsOfVisits = Map.groupBy(inOrder, ({ booking_id }) => booking_id);
    const worked = visits.map((visit) => {
      const taps = tapsOfVisits.get(visit.id) ?? [];
      return {
        ...visit,
        tip: tips.get(visit.id) ?? 0,
        taps_from: tapsFrom(visit),
        events: taps.map(({ happened_at, ...tap }) => ({ ...tap, at: happened_at.epochMilliseconds })),
      };
    });
    await approveWeeks(tx, now, workers, worked);
  });
}

/** The members of each crew, by name, with those who have left. */
async function readTeams(tx: Database) {
  const { id, name, crew_id, created_at, left_at } = crew_members;
  const members = await tx
    .select({ id, name, crew_id, joined_at: created_at, left_at })
    .from(crew_members)
    .innerJoin(crews, eq(crews.id, crew_members.crew_id))
    .orderBy(asc(crews.sort_order), asc(crew_members.name));
  return Map.groupBy(members, ({ crew_id }) => crew_id);
}

type Teams = Awaited<ReturnType<typeof readTeams>>;

/** Who was in a visit's crew when it began; all who stayed, where nobody was listed so early. */
function teamOf(teams: Teams, { crew_id, starts_at }: Visit) {
  const isBefore = (one: Temporal.Instant) => Temporal.Instant.compare(one, starts_at) <= 0;
  const stayed = (teams.get(crew_id) ?? []).filter(({ left_at }) => left_at === null || !isBefore(left_at));
  const joined = stayed.filter(({ joined_at }) => isBefore(joined_at));
  return joined.length > 0 ? joined : stayed;
}

/** The tips that were paid for visits, in cents. */
async function readTips(tx: Database, visits: readonly Visit[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: orders.booking_id, cents: sql<number>`sum(${order_lines.amount})::int` })
    .from(order_lines)
    .innerJoin(orders, eq(orders.id, order_lines.order_id))
    .where(and(eq(order_lines.kind, "tip"), eq(orders.status, "completed")))
    .groupBy(orders.booking_id);
  const tips = new Map(rows.map(({ id, cents }) => [id, cents]));
  return new Map(visits.map(({ id }) => [id, tips.get(id) ?? 0]));
}

type Visit = Awaited<ReturnType<typeof readVisits>>[number];

/** The made-up customers' visits that crews have begun or drive to, the earliest first. */
async function readVisits(tx: Database, now: Temporal.Instant, crewIds: string[]) {
  const found = await tx
    .select({
      ...{ id: bookings.id, crew_id: bookings.crew_id, service_id: bookings.service_id },
      ...{ date: bookings.scheduled_date, status: bookings.status, hours: bookings.duration_hours },
      ...{
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        scheduled_time: bookings.scheduled_time,
      },
    })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, ["completed", "confirmed"]),
        inArray(bookings.crew_id, crewIds),
        like(bookings.customer_email, "%.example"), // no real address ends so
        gte(bookings.scheduled_date, mondayOf(addDays(companyToday(now, ZONE), -DAYS_BACK))),
        lte(bookings.starts_at, now.add({ minutes: DRIVE_AT_MOST })),
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.number));
  return found.flatMap(({ crew_id, ...visit }) => (crew_id ? [{ ...visit, crew_id }] : []));
}

/** The items of each service's checklist. */
async function readItems(tx: Database): Promise<Map<string, string[]>> {
  const items = await tx
    .select({ id: checklist_items.id, service_id: checklist_items.service_id })
    .from(checklist_items)
    .orderBy(asc(checklist_items.sort_order));
  const lists = Map.groupBy(items, ({ service_id }) => service_id ?? "");
  return new Map([...lists].map(([service_id, list]) => [service_id, list.map(({ id }) => id)]));
}

/** The visit of the last week where somebody who was there alone forgot to clock out. */
function forgottenIn(visits: readonly Visit[], monday: string): string | undefined {
  return visits.findLast(({ date }) => date < monday)?.id;
}

type Work = {
  visit: Visit;
  index: number;
  team: string[];
  /** The items of its checklist. */
  list: string[];
  now: Temporal.Instant;
  is_forgotten: boolean;
};

/** What the members of a crew tapped at a visit until now: some minutes before or after the plan, never those of another visit. */
function tapsOf({ visit, index, team, list, now, is_forgotten }: Work): Tap[] {
  const [first] = team;
  if (!first) return [];
  const began = visit.starts_at.add({ minutes: ((index * 5) % 11) - 4 });
  const planned = visit.ends_at.add({ minutes: ((index * 7) % 21) - 11 });
  const isLate = Temporal.Instant.compare(planned, now) >= 0;
  const ended = isLate ? now.subtract({ minutes: 1 }) : planned;
  const isOver = visit.status === "completed" && !is_forgotten;
  const pause = visit.hours >= LONG_HOURS ? began.add({ minutes: 120 }) : null;
  const tap = (kind: Kind, at: Temporal.Instant, members = team): Tap => ({
    item_id: null,
    undoes: null,
    ...{ id: randomUUID(), booking_id: visit.id, member_id: members[0] ?? first, kind, members },
    ...{ happened_at: at, phone_at: at, received_at: at.add({ seconds: 20 }) },
  });
  const late = index % 4 === 1 ? team.slice(1) : [];
  const checked = list.map((item_id, place) => ({
    ...tap("checked", began.add({ minutes: 20 * (place + 1) }), []),
    item_id,
  }));
  const taps = [
    tap("on_my_way", began.subtract({ minutes: 8 + (index % 8) })),
    tap("started", began, late.length > 0 ? [first] : team),
    ...(late.length > 0 ? [tap("started", began.add({ minutes: LATE_MINUTES }), late)] : []),
    ...checked,
    ...(pause ? [tap("paused", pause), tap("resumed", pause.add({ minutes: BREAK_MINUTES }))] : []),
    ...(isOver ? [tap("finished", ended)] : []),
  ];
  return taps.filter(({ received_at }) => Temporal.Instant.compare(received_at, now) <= 0);
}

type Kind = (typeof visit_events.$inferInsert)["kind"];
type Tap = Omit<typeof visit_events.$inferInsert, "undoes"> & {
  members: string[];
  item_id: string | null;
  undoes: null;
};

async function seedReports(
  tx: Database,
  now: Temporal.Instant,
  visits: readonly Visit[],
  teams: Teams,
): Promise<void> {
  const over = visits.filter(({ ends_at }) => Temporal.Instant.compare(ends_at, now) < 0);
  const reports = REPORTS.flatMap(({ visits_ago, kind, words, answer }) => {
    const visit = over.at(-visits_ago);
    const [member] = visit ? teamOf(teams, visit) : [];
    if (!visit || !member) return [];
    const happened_at = visit.ends_at.subtract({ minutes: 35 });
    const answered_at = answer && happened_at.add({ minutes: 10 });
    return [
      {
        ...{ id: randomUUID(), booking_id: visit.id, member_id: member.id, kind, words, answer, answered_at },
        ...{ happened_at, created_at: happened_at, updated_at: answered_at ?? happened_at },
      },
    ];
  });
  if (reports.length > 0) await tx.insert(visit_reports).values(reports);
}
