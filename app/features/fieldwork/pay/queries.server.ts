import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { pay_adjustments, pay_weeks } from "~/db/schema/pay";
import { localTime } from "~/features/fieldwork/hours/forms";
import { type HourSpan, minutesOf, presentAt } from "~/features/fieldwork/hours/hours";
import type { VisitHours } from "~/features/fieldwork/hours/queries.server";
import { formatWeek, lastDayOf, momentsOf } from "~/features/fieldwork/hours/week";
import { readSettings } from "~/features/operations/settings/queries.server";
import { addDays, companyToday, formatMoment, formatTime, shortDay } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { readSettled } from "./adjust.server";
import { isWorked, keyOfLines, lateOf, type PayLine, rateOn } from "./pay";
import type { MemberWeek, PayWeek, WeekState } from "./view";
import { computeWeek, type LiveWeek, readLocked } from "./week.server";

/** A week for the office, a row a member. Of a locked week the figures as they were approved, and what came after it. */
export async function readPayWeek(ctx: StaffCtx, monday: string, crew: string | null): Promise<PayWeek> {
  const read = await readWeek(ctx, monday);
  const { live, state, lines, currency } = read;
  const crewIds = new Map(live.members.map((member) => [member.id, member]));
  const isShown = (id: string) => crew === null || crewIds.get(id)?.crew_id === crew;
  const flags = Map.groupBy(live.flagged, ({ member_id }) => member_id);
  const shown = lines.filter((line) => {
    const member = crewIds.get(line.member_id);
    const isThere = isWorked(line) || flags.has(line.member_id) || read.late.has(line.member_id);
    return isShown(line.member_id) && (isThere || (member !== undefined && member.left_at === null));
  });
  const sunday = lastDayOf(monday);
  return {
    ...{ monday, title: formatWeek(monday), state, currency, key: keyOfLines(live.lines) },
    rows: shown.map((line) => ({
      line,
      crew: crewIds.get(line.member_id)?.crew ?? null,
      flags: flags.get(line.member_id)?.length ?? 0,
      has_rate: rateOn(live.rates.get(line.member_id) ?? [], sunday) !== null,
      late: read.late.get(line.member_id) ?? null,
    })),
    flags: live.flagged.length,
    crews: [...new Map(live.members.map((member) => [member.crew_id, member.crew]))]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    unknown: live.visits
      .filter(({ date, status, spans }) => {
        return status === "completed" && monday <= date && date <= sunday && presentAt(spans).size === 0;
      })
      .map(({ id, number, date }) => ({ id, number, day: shortDay(date) })),
  };
}

/** A member's week: the visits with planned and actual time, adjustments and rates. Null: there is no such member. */
export async function readMemberWeek(
  ctx: StaffCtx,
  { monday, member_id }: { monday: string; member_id: string },
): Promise<MemberWeek | null> {
  if (!isUuid(member_id)) return null;
  const { live, state, lines, late, zone, currency } = await readWeek(ctx, monday);
  const member = live.members.find(({ id }) => id === member_id);
  if (!member) return null;
  const flags = new Map(
    live.flagged.map(({ booking_id, member_id, ref, flag }) => [`${booking_id} ${member_id} ${ref}`, flag]),
  );
  const { from, to } = momentsOf(monday, zone);
  const isOfWeek = (visit: VisitHours) =>
    (visit.crew_id === member.crew_id && monday <= visit.date && visit.date <= lastDayOf(monday)) ||
    visit.spans.some((span) => {
      const ends = span.to ?? span.from;
      return (
        span.member_id === member_id && span.from < to.epochMilliseconds && ends >= from.epochMilliseconds
      );
    });
  const approved = await readApprovedAt(ctx.db, monday);
  const visits = live.visits
    .filter(
      (visit) =>
        (isOfWeek(visit) && visit.status !== "cancelled") ||
        visit.spans.some((span) => span.member_id === member_id),
    )
    .map((visit) => {
      const own = visit.spans.filter((span) => span.member_id === member_id);
      const jobs = visit.spans.filter(({ kind }) => kind === "job");
      return {
        ...{ id: visit.id, number: visit.number, day: shortDay(visit.date), service: visit.service },
        ...{ customer: visit.customer, address: visit.address, is_over: visit.status === "completed" },
        from: localTime(visit.starts_at.epochMilliseconds, zone),
        to: localTime(visit.ends_at.epochMilliseconds, zone),
        planned: Math.round((visit.ends_at.epochMilliseconds - visit.starts_at.epochMilliseconds) / 60_000),
        actual: jobs.length > 0 && jobs.every(({ to }) => to !== null) ? minutesOf(jobs).job : null,
        came_late:
          approved !== null &&
          visit.received_at !== null &&
          Temporal.Instant.compare(visit.received_at, approved) > 0,
        spans: own.map((span) => ({
          ...{ ref: span.ref, kind: span.kind, edited: span.edited },
          ...formatSpan(span, visit.date, zone),
          flag: flags.get(`${visit.id} ${member_id} ${span.ref}`) ?? null,
          reason: visit.reasons.get(span.ref) ?? null,
        })),
      };
    });
  const isFlagged = (visit: (typeof visits)[number]) => visit.spans.some(({ flag }) => flag !== null);
  return {
    ...{ monday, title: formatWeek(monday), state, currency },
    member: { id: member.id, name: member.name, crew: member.crew },
    line: lines.find((line) => line.member_id === member_id) ?? null,
    late: late.get(member_id) ?? null,
    today: companyToday(ctx.now, zone),
    days: [...(live.days.get(member_id) ?? [])].map(([day, minutes]) => ({ day, minutes })),
    visits: [...visits.filter(isFlagged), ...visits.filter((visit) => !isFlagged(visit))],
    adjustments: await readAdjustments(ctx.db, { monday, member_id }),
    rates: (live.rates.get(member_id) ?? []).toReversed(),
  };
}

function formatSpan(span: HourSpan, date: string, zone: string) {
  const from = localTime(span.from, zone);
  const to = span.to === null ? "" : localTime(span.to, zone);
  const format = (at: string) => {
    const [day = "", time = ""] = at.split("T");
    return day === date ? formatTime(time) : `${shortDay(day)}, ${formatTime(time)}`;
  };
  return {
    ...{ from, to, times: `${format(from)} – ${to ? format(to) : "?"}` },
    minutes: span.to === null ? null : Math.round((span.to - span.from) / 60_000),
  };
}

/** The lines of a week's file, and whether they are approved; recorded in the audit trail. */
export async function exportWeek(
  ctx: StaffCtx,
  monday: string,
): Promise<{ lines: PayLine[]; approved: boolean }> {
  const { lines, state } = await readWeek(ctx, monday);
  const worked = lines.filter(isWorked);
  await recordAudit(ctx.db, ctx, {
    action: "list.exported",
    entity: "list",
    entity_id: "hours",
    details: { rows: worked.length, filters: [] },
  });
  return { lines: worked, approved: state.approved !== null };
}

type Read = {
  live: LiveWeek;
  state: WeekState;
  lines: PayLine[];
  late: Map<string, NonNullable<ReturnType<typeof lateOf>>>;
  zone: string;
  currency: string;
};

async function readWeek(ctx: StaffCtx, monday: string): Promise<Read> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const [live, state, locked, settled] = await Promise.all([
    computeWeek(ctx.db, { monday, zone, now: ctx.now }),
    readState(ctx, monday, zone),
    readLocked(ctx.db, monday),
    readSettled(ctx.db, monday),
  ]);
  const lockedOf = new Map(locked.map((line) => [line.member_id, line]));
  const late: Read["late"] = new Map();
  for (const line of state.approved ? live.lines : []) {
    const { member_id: id } = line;
    const came = lateOf(line, lockedOf.get(id), settled.get(id) ?? { minutes: 0, cents: 0 });
    if (came) late.set(id, came);
  }
  const empty = ({ member_id, name }: PayLine): PayLine => ({
    ...{ member_id, name, job_minutes: 0, drive_minutes: 0, break_minutes: 0 },
    ...{ job_pay: 0, tips: 0, adjustments: 0 },
  });
  const lines = state.approved
    ? live.lines.map((line) => lockedOf.get(line.member_id) ?? empty(line))
    : live.lines;
  return { live, state, lines, late, zone, currency: settings["payments.default_currency"] };
}

async function readState({ db, now }: StaffCtx, monday: string, zone: string): Promise<WeekState> {
  const today = companyToday(now, zone);
  const rows = await db
    .select({ week: pay_weeks, by: users.name })
    .from(pay_weeks)
    .leftJoin(users, sql`${users.id} = coalesce(${pay_weeks.approved_by}, ${pay_weeks.reopened_by})`)
    .where(eq(pay_weeks.monday, monday));
  const week = rows[0]?.week;
  const nameAt = (at: Temporal.Instant | null | undefined, by: string | null | undefined) =>
    at ? { at: formatMoment(at, zone), by: by ?? null } : null;
  const approved = nameAt(week?.approved_at, rows[0]?.by);
  const reopened = approved ? null : nameAt(week?.reopened_at, rows[0]?.by);
  return {
    approved,
    reopened: reopened && { ...reopened, why: week?.reopened_why ?? "" },
    is_over: lastDayOf(monday) < today,
    previous: addDays(monday, -7),
    next: addDays(monday, 7),
  };
}

async function readApprovedAt(db: Database, monday: string): Promise<Temporal.Instant | null> {
  const [week] = await db
    .select({ at: pay_weeks.approved_at })
    .from(pay_weeks)
    .where(and(eq(pay_weeks.monday, monday), isNotNull(pay_weeks.approved_at)));
  return week?.at ?? null;
}

function readAdjustments(db: Database, { monday, member_id }: { monday: string; member_id: string }) {
  return db
    .select({
      ...{ id: pay_adjustments.id, cents: pay_adjustments.cents, reason: pay_adjustments.reason },
      ...{ late_for: pay_adjustments.late_for, author: users.name },
    })
    .from(pay_adjustments)
    .leftJoin(users, eq(users.id, pay_adjustments.author_id))
    .where(and(eq(pay_adjustments.monday, monday), eq(pay_adjustments.member_id, member_id)))
    .orderBy(asc(pay_adjustments.created_at), asc(pay_adjustments.id));
}
