// Rooms: the board shows crews (scheduling) with their visits (booking) by the company's clock (operations).
import { and, asc, eq, inArray, isNull, max } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_phones, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { type Progress, progressOf } from "~/features/fieldwork/day/progress";
import { driveFrom, readEventsOf, readVisits, stopOf } from "~/features/fieldwork/day/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { companyToday, formatMoment, formatTime } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { type Expected, expectedTimes } from "./delay";
import { type LiveBoard, type LiveStop, STATE_LABELS } from "./live";

/** Where each crew is in its day now. */
export async function readLiveBoard(ctx: StaffCtx): Promise<LiveBoard> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const date = companyToday(ctx.now, zone);
  const [visits, team, names, contacts] = await Promise.all([
    readVisits(ctx, { first: date, last: date }),
    ctx.db
      .select({ id: crews.id, name: crews.name, is_active: crews.is_active })
      .from(crews)
      .orderBy(asc(crews.sort_order), asc(crews.name)),
    readMemberNames(ctx),
    readContacts(ctx),
  ]);
  const ids = visits.map(({ booking }) => booking.id);
  const [events, reports] = await Promise.all([readEventsOf(ctx, ids), countReports(ctx, ids)]);
  const known = { zone, roads: roadsOf(settings), now: ctx.now.epochMilliseconds, events, names, reports };
  const byCrew = Map.groupBy(visits, ({ booking }) => booking.crew_id);
  return {
    date,
    at: timeOf(known.now, zone),
    crews: team.flatMap(({ id, name }) => {
      const own = byCrew.get(id);
      const contact = contacts.get(id);
      if (!own) return [];
      return [
        {
          id,
          name,
          contact: contact ? contactOf(contact, { date, zone }) : null,
          stops: stopsOf(own, known),
        },
      ];
    }),
    free: team.filter(({ id, is_active }) => is_active && !byCrew.has(id)).map(({ name }) => name),
  };
}

type Visit = Awaited<ReturnType<typeof readVisits>>[number];

type Known = {
  zone: string;
  roads: Parameters<typeof driveFrom>[2];
  now: number;
  /** By visit, by visit, and by member. */
  events: Awaited<ReturnType<typeof readEventsOf>>;
  reports: Map<string, number>;
  names: Map<string, string>;
};

/** The stops of one crew, in order. */
function stopsOf(own: Visit[], { zone, roads, now, events, reports, names }: Known): LiveStop[] {
  const stops = own.map((visit, index) => {
    const { id, status, starts_at, ends_at } = visit.booking;
    const progress = standOf(progressOf(events.get(id) ?? []), status);
    const planned = { start: starts_at.epochMilliseconds, end: ends_at.epochMilliseconds };
    const left_at = progress.state === "on the way" ? progress.since : null;
    return { ...progress, visit, planned, left_at, drive: driveFrom(own[index - 1], visit, roads) };
  });
  const expected = expectedTimes(stops, now);
  return stops.map(({ visit, ...progress }, index) => {
    const { id, number, starts, ends, service } = stopOf(visit, zone);
    return {
      ...{ id, number, starts, ends, service },
      customer: visit.customer || UNKNOWN.customer,
      town: visit.booking.city,
      state: progress.state,
      words: wordsOf(progress, zone),
      late: expected[index]?.late ?? 0,
      expected: expectationOf(progress, expected[index], zone),
      present: progress.present.map((member) => names.get(member) ?? "Somebody who left"),
      reports: reports.get(id) ?? 0,
    };
  });
}

/** A visit that the office marked as completed is done, whatever was tapped. */
function standOf(progress: Progress, status: string): Progress {
  if (status !== "completed" || progress.state === "done") return progress;
  return { ...progress, state: "done", since: null, present: [] };
}

async function readMemberNames({ db }: StaffCtx): Promise<Map<string, string>> {
  const rows = await db.select({ id: crew_members.id, name: crew_members.name }).from(crew_members);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** When a phone of each crew was last heard of. */
async function readContacts({ db }: StaffCtx): Promise<Map<string, Temporal.Instant>> {
  const rows = await db
    .select({ crew_id: crew_members.crew_id, at: max(crew_phones.last_seen_at) })
    .from(crew_phones)
    .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
    .where(isNull(crew_phones.ended_at))
    .groupBy(crew_members.crew_id);
  return new Map(rows.flatMap(({ crew_id, at }) => (at ? [[crew_id, at] as const] : [])));
}

async function countReports({ db }: StaffCtx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: visit_reports.booking_id })
    .from(visit_reports)
    .where(and(inArray(visit_reports.booking_id, ids), isNull(visit_reports.answered_at)));
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, { length }]) => [id, length]));
}

function contactOf(at: Temporal.Instant, { date, zone }: { date: string; zone: string }): string {
  return companyToday(at, zone) === date ? timeOf(at.epochMilliseconds, zone) : formatMoment(at, zone);
}

function wordsOf({ state, since }: Progress, zone: string): string {
  if (since === null) return STATE_LABELS[state];
  return `${STATE_LABELS[state]} ${state === "done" ? "at" : "since"} ${timeOf(since, zone)}`;
}

function expectationOf({ state }: Progress, expected: Expected | undefined, zone: string): string | null {
  if (!expected?.late) return null;
  const begun = state === "working" || state === "paused";
  return begun ? "Beyond its planned end" : `Expected at ${timeOf(expected.start, zone)}`;
}

/** "8:04 AM" in the company's time. */
function timeOf(ms: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return formatTime(at.toPlainTime().toString({ smallestUnit: "minute" }));
}
