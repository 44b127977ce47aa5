import { byPlan, progressOf, type SpanKind, type VisitEvent } from "~/features/fieldwork/day/progress";
import { companyToday } from "~/lib/dates";

/** What a member did at a visit from when to when, in milliseconds since 1970; `to` null: nobody said when it ended. */
export type HourSpan = {
  /** The id of the edit that wrote it, or what was tapped: "job@1780000000000". Unique for a member at a visit. */
  ref: string;
  booking_id: string;
  member_id: string;
  kind: SpanKind;
  from: number;
  to: number | null;
  edited: boolean;
};

/** What the office corrected. `span` null: the one that it replaces is removed. `replaces` null: it adds one. */
export type HourEdit = {
  id: string;
  position: number;
  member_id: string;
  replaces: string | null;
  span: { kind: SpanKind; from: number; to: number } | null;
};

export type Minutes = { job: number; drive: number; break: number };

export const NO_MINUTES: Minutes = { job: 0, drive: 0, break: 0 };

/** Longer than this was hardly worked: somebody is to confirm it. */
export const LONG_HOURS = 14;

type Visit = {
  booking_id: string;
  /** Milliseconds. Taps from before that are from before the office moved it to another day, and times of their own. */
  taps_from: number;
  events: readonly VisitEvent[];
  edits: readonly HourEdit[];
};

/** The spans of a visit: what was tapped, then corrected by the edits in their order. */
export function spansOf({ booking_id, taps_from, events, edits }: Visit): HourSpan[] {
  const spans = new Map<string, HourSpan>();
  const key = (member_id: string, ref: string) => `${member_id} ${ref}`;
  const { earlier, now } = byPlan(events, taps_from);
  for (const span of [earlier, now].flatMap((taps) => progressOf(taps).spans)) {
    const ref = `${span.kind}@${span.from}`;
    spans.set(key(span.member_id, ref), { ...span, ref, booking_id, edited: false });
  }
  for (const { id, member_id, replaces, span } of edits.toSorted(
    (one, other) => one.position - other.position,
  )) {
    if (replaces !== null) spans.delete(key(member_id, replaces));
    if (span) spans.set(key(member_id, id), { ...span, ref: id, booking_id, member_id, edited: true });
  }
  return [...spans.values()].sort((one, other) => one.from - other.from || (one.ref < other.ref ? -1 : 1));
}

type Piece = { day: string; kind: SpanKind; from: number; to: number };

/** A span by the company's days; a day has 23 to 25 hours. One without an end has no pieces. */
export function splitAtMidnight(
  { kind, from, to }: Pick<HourSpan, "kind" | "from" | "to">,
  zone: string,
): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  while (to !== null && at < to) {
    const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
    const end = Math.min(to, day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds);
    pieces.push({ day: day.toString(), kind, from: at, to: end });
    at = end;
  }
  return pieces;
}

/**
 * The whole minutes of each day of one member, whatever the visits. Time that several spans cover counts once: as a job, else as
 * driving, else as a break. What has no end counts for nothing.
 */
export function minutesByDay(spans: readonly HourSpan[], zone: string): Map<string, Minutes> {
  const pieces = Map.groupBy(
    spans.flatMap((span) => splitAtMidnight(span, zone)),
    ({ day }) => day,
  );
  return new Map([...pieces].map(([day, ofDay]) => [day, minutesOf(ofDay)]));
}

/** The whole minutes of spans, as in minutesByDay. */
export function minutesOf(spans: readonly Pick<HourSpan, "kind" | "from" | "to">[]): Minutes {
  const covered = (...kinds: SpanKind[]) =>
    Math.round(coveredBy(spans.filter(({ kind }) => kinds.includes(kind))) / 60_000);
  const job = covered("job");
  const moving = covered("job", "drive");
  return { job, drive: moving - job, break: covered("job", "drive", "break") - moving };
}

/** Milliseconds that at least one of the spans covers. */
function coveredBy(spans: readonly Pick<HourSpan, "from" | "to">[]): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (to === null || to <= until) continue;
    sum += to - Math.max(from, until);
    until = to;
  }
  return sum;
}

export function addMinutes(one: Minutes, other: Minutes): Minutes {
  return { job: one.job + other.job, drive: one.drive + other.drive, break: one.break + other.break };
}

/** The minutes of each member at the job of one visit; those with a job that has no end were there, too. */
export function presentAt(spans: readonly HourSpan[]): Map<string, number> {
  const jobs = Map.groupBy(
    spans.filter(({ kind }) => kind === "job"),
    ({ member_id }) => member_id,
  );
  return new Map([...jobs].sort().map(([member, own]) => [member, minutesOf(own).job]));
}

/** "no end": a missing clock-out of a day that is over. "long": tapped, and longer than LONG_HOURS. */
export type Flag = "no end" | "long";

/** What keeps a week from being approved until somebody corrects or confirms it; `today` in company time. */
export function flagOf(
  { from, to, edited }: HourSpan,
  { today, zone }: { today: string; zone: string },
): Flag | null {
  if (to !== null) return !edited && to - from > LONG_HOURS * 3_600_000 ? "long" : null;
  return dayOf(from, zone) < today ? "no end" : null;
}

/** The company's day of a moment. */
export function dayOf(at: number, zone: string): string {
  return companyToday(Temporal.Instant.fromEpochMilliseconds(at), zone);
}

/** "7 h 05 min", "45 min", "–" for none. */
export function formatMinutes(minutes: number): string {
  if (minutes === 0) return "–";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? "−" : "";
  return hours === 0 ? `${sign}${rest} min` : `${sign}${hours} h ${String(rest).padStart(2, "0")} min`;
}
