import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { visit_events } from "~/db/schema/fieldwork";
import { import_visits } from "~/db/schema/imports";
import { orders } from "~/db/schema/payments";
import { keysOf } from "~/features/moving/customers/compare.server";
import {
  type Answer,
  type Clash,
  compareValues,
  type Difference,
  type Verdict,
  verdictOf,
} from "~/features/moving/rules";
import { blockedRange } from "~/features/scheduling/availability/slots";
import { anyOf, type Database } from "~/platform/database/database.server";
import { findClashes, type Laid } from "./clash.server";
import { findWhose, type VisitLine, type Whose } from "./find.server";
import type { Company } from "./queries.server";
import { pricesIn, SAID_LABELS, type Said, type SaidField, saidBy, timeOf, visitKey, whenOf } from "./rules";

/** `crew_id`: the crew that the dry run laid the row's visit for. */
export type Line = VisitLine & { answer: Answer | null; crew_id: string | null };

const { id, crew_id, plan_id, history_of, status, scheduled_date, scheduled_time, duration_hours } = bookings;
const { total_amount, tax_amount, price_lines, calendar_sequence } = bookings;
/** What is read of a known visit: of thousands, the other columns take their time. */
const bookingColumns = {
  ...{ id, crew_id, plan_id, history_of, status, scheduled_date, scheduled_time, duration_hours },
  ...{ total_amount, tax_amount, price_lines, calendar_sequence },
};
const { id: link_id, visit_key, said, facts, frequency } = import_visits;
const linkColumns = { id: link_id, visit_key, said, facts, frequency };

export type Booking = Pick<typeof bookings.$inferSelect, keyof typeof bookingColumns>;
type Link = Pick<typeof import_visits.$inferSelect, keyof typeof linkColumns>;

/** A visit that was imported before: what its file said, what it is here, and whether its crew was there with a phone. */
type Known = {
  link: Link;
  booking: Booking;
  charged: number | null;
  order_id: string | null;
  has_events: boolean;
};

/** When a visit is, in company time and as moments. */
type Moment = ReturnType<typeof timeOf> & Pick<Laid, "range" | "blocked">;

/** What a row about a visit would do. */
export type Compared = Line & {
  key: string;
  whose: Whose;
  service_id: string;
  title: string;
  /** The crew as the file has it, and ours; whether the one of the dry run works here no more. */
  crew: { name: string; id: string | null; is_gone: boolean };
  at: Moment;
  /** It took place, or was cancelled, in the other program. */
  is_history: boolean;
  /** It was laid here, and the file says that it took place there. */
  took_place: boolean;
  known: Known | null;
  verdict: Verdict;
  conflicts: Difference[];
  set: Partial<Record<SaidField, string>>;
  clash: { clash: Clash; words: string } | null;
  /** Why a change of the file is not made here. */
  kept: string | null;
};
/** `service`: the value that is not one of ours. */
export type Unreadable = { line: number; reason: string; service?: string };

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

export const keyOf = ({ row }: VisitLine, vendor: string): string =>
  digestOf(visitKey(row, vendor, keysOf(row.person).person_key));

type Run = { id: string; vendor: string; choices: Record<string, Record<string, string>> };

/** Compares rows with the visits that we have now. Rows of one call see each other's crews, and nothing else of each other. */
export async function compareVisits(
  tx: Database,
  company: Company,
  run: Run,
  lines: Line[],
): Promise<{ compared: Compared[]; unreadable: Unreadable[] }> {
  if (lines.length === 0) return { compared: [], unreadable: [] };
  const whoseOf = await findWhose(tx, run, lines);
  const keyed = lines.map((line) => ({ ...line, key: keyOf(line, run.vendor) }));
  const known = await readKnown(
    tx,
    run.vendor,
    keyed.map(({ key }) => key),
  );
  const unreadable: Unreadable[] = [];
  const compared = keyed.flatMap((line) => {
    const read = compareRow(line, { company, run, whose: whoseOf(line), known: known.get(line.key) ?? null });
    if ("reason" in read) unreadable.push({ line: line.line, ...read });
    return "reason" in read ? [] : [read];
  });
  const laid = compared.flatMap((one) => laidOf(one) ?? []);
  const clashes = await findClashes(tx, run.id, company, laid);
  return { compared: compared.map((one) => withClash(one, clashes.get(one.line) ?? null)), unreadable };
}

/** What a row would lay into the calendar: a new visit ahead, or one that moves. */
export function laidOf({ line, at, is_history, known, verdict, set, crew }: Compared): Laid | null {
  if (is_history || (known && (verdict !== "changed" || !set.when))) return null;
  const { date, time, range, blocked } = at;
  const crew_id = known ? known.booking.crew_id : crew.id;
  return { line, crew_id, booking_id: known?.booking.id ?? null, date, time, range, blocked };
}

function withClash(one: Compared, clash: Compared["clash"]): Compared {
  return clash ? { ...one, clash, verdict: "conflict" } : one;
}

type Given = {
  company: Company;
  run: Run;
  whose: ReturnType<Awaited<ReturnType<typeof findWhose>>>;
  known: Known | null;
};

function compareRow(
  line: Line & { key: string },
  { company, run, whose, known }: Given,
): Compared | Omit<Unreadable, "line"> {
  const { row } = line;
  if (!whose.ok) return { reason: whose.reason };
  const service = chosen(company.services, run.choices.service, row.service, ({ title }) => title);
  if (!service)
    return {
      reason: `The service “${row.service}” is not one of yours. Choose which it is above the rows.`,
      service: row.service,
    };
  const at = momentOf(row, company);
  const was_history = known?.booking.history_of != null;
  const is_ahead = isAhead(row, at, company);
  if (was_history && is_ahead) return { reason: TO_COME_AGAIN };
  const took_place = known !== null && !was_history && row.status === "completed" && !is_ahead;
  const is_history = known ? was_history || took_place : !is_ahead;
  if (!is_history && row.time === null)
    return { reason: "This visit is still to come, and there is no start time. Add it." };
  const ours = is_history ? undefined : crewOf(company, run, row, line.crew_id);
  const is_gone = !is_history && line.crew_id !== null && ours === undefined;
  const crew = { name: row.crew ?? "", id: ours?.id ?? null, is_gone };
  const common = {
    ...line,
    whose: whose.whose,
    service_id: service.id,
    title: service.title,
    crew,
    at,
    is_history,
    took_place,
  };
  const fresh = { ...common, known, conflicts: [], set: {}, clash: null, kept: null };
  if (!known) return { ...fresh, verdict: "new" };
  return { ...fresh, ...compareKnown(row, known, took_place) };
}

const TO_COME_AGAIN =
  "The last file had this visit as cancelled or done, and now it is still to come. Book it by phone.";

const isAhead = ({ status }: VisitLine["row"], { range }: Moment, { now }: Company): boolean =>
  status !== "cancelled" && Temporal.Instant.compare(range.end, now) > 0;

/** Ours by the choice that people made for a value, as long as it is there, else by its name. */
function chosen<One extends { id: string }>(
  list: readonly One[],
  choices: Record<string, string> = {},
  value: string,
  nameOf: (one: One) => string,
): One | undefined {
  const choice = Object.hasOwn(choices, value) ? choices[value] : undefined;
  if (choice === "") return undefined;
  return (
    list.find(({ id }) => id === choice) ??
    list.find((one) => nameOf(one).trim().toLowerCase() === value.toLowerCase())
  );
}

/** The crew of a visit ahead: the one that the dry run laid it for, which may have another name by now, else that of the value. */
function crewOf({ crews }: Company, { choices }: Run, { crew }: Line["row"], laid_for: string | null) {
  const team = crews.filter(({ is_active }) => is_active);
  return team.find(({ id }) => id === laid_for) ?? chosen(team, choices.crew, crew ?? "", ({ name }) => name);
}

/** The value of a visit ahead that is no crew at work here, and for which nobody has chosen one or none. */
export function unknownCrew(company: Company, run: Run, row: Line["row"]): string | null {
  const { crew } = row;
  if (!crew || run.choices.crew?.[crew] === "" || !isAhead(row, momentOf(row, company), company)) return null;
  return crewOf(company, run, row, null) ? null : crew;
}

function momentOf(row: Line["row"], { zone, buffer }: Company): Moment {
  const time = timeOf(row);
  const start = Temporal.PlainDateTime.from(`${time.date}T${time.time}`)
    .toZonedDateTime(zone, { disambiguation: "compatible" })
    .toInstant();
  const range = { start, end: start.add({ minutes: time.minutes }) };
  return { ...time, range, blocked: blockedRange(range, buffer) };
}

function compareKnown(
  row: Line["row"],
  known: Known,
  took_place: boolean,
): Pick<Compared, "verdict" | "conflicts" | "set" | "kept"> {
  const { booking, link } = known;
  const theirs: Said = { ...saidBy(row), ...(took_place && { state: "done" }) };
  const { total, prepaid } = pricesIn(booking.price_lines);
  const ours: Said = {
    when: whenOf({
      date: booking.scheduled_date,
      time: booking.scheduled_time.slice(0, 5),
      minutes: Math.round(booking.duration_hours * 60),
    }),
    total: String(total),
    // History keeps its price alone.
    prepaid: booking.history_of === null ? String(prepaid) : theirs.prepaid,
    state: booking.status === "cancelled" ? "cancelled" : "on",
  };
  const before: Record<string, string> = link.said;
  const { set, conflicts } = compareValues(theirs, ours, (field, value) => before[field] === value);
  const changes = Object.keys(set).length + conflicts.length;
  const kept = changes > 0 ? whyKept(known, theirs) : null;
  if (kept) return { verdict: "same", conflicts: [], set: {}, kept };
  if (set.state === "done" && row.paid === false) {
    // Nothing is owed for history: the office decides whether this is still to be collected here.
    conflicts.push({ field: "state", ours: ours.state, theirs: "done" });
    delete set.state;
  }
  return { verdict: verdictOf({ conflicts, changes: Object.keys(set).length }), conflicts, set, kept: null };
}

/** Why nothing of a file changes a visit any more; null if it may. */
function whyKept({ booking, charged, has_events }: Known, { state }: Said): string | null {
  if (booking.history_of !== null) return null;
  if (booking.status === "completed") return "It has taken place here, and stays as it is.";
  if (booking.status === "cancelled")
    return {
      on: "It is cancelled here. Book it anew if it takes place.",
      done: "It is cancelled here. The file says that it took place: book it anew if it did.",
      cancelled: "It is cancelled here.",
    }[state];
  if (state === "done" && ((charged ?? 0) > 0 || has_events))
    return `It took place there, and ${has_events ? "its crew was there with its phone" : "was paid here"}. Set it to Completed on its page.`;
  if ((charged ?? 0) > 0) return "It was paid here, and stays as it is. Change it on its page.";
  return booking.plan_id ? "It belongs to a plan here, and stays as it is." : null;
}

/** The visits of rows that were imported before, locked with their orders. */
async function readKnown(tx: Database, vendor: string, keys: string[]): Promise<Map<string, Known>> {
  const found = await tx
    .select({ link: linkColumns, booking: bookingColumns })
    .from(import_visits)
    .innerJoin(bookings, eq(bookings.id, import_visits.booking_id))
    .where(and(eq(import_visits.vendor, vendor), anyOf(import_visits.visit_key, keys)))
    .orderBy(bookings.id)
    .for("no key update", { of: bookings });
  const ids = found.map(({ booking }) => booking.id);
  const owed = await tx
    .select({ id: orders.id, booking_id: orders.booking_id, charged: orders.charged })
    .from(orders)
    .where(anyOf(orders.booking_id, ids));
  const begun = await tx
    .selectDistinct({ id: visit_events.booking_id })
    .from(visit_events)
    .where(anyOf(visit_events.booking_id, ids));
  const has_events = new Set(begun.map(({ id }) => id));
  const orderOf = new Map(owed.map((order) => [order.booking_id, order]));
  return new Map(
    found.map(({ link, booking }) => {
      const order = orderOf.get(booking.id);
      const { charged = null, id: order_id = null } = order ?? {};
      return [link.visit_key, { link, booking, charged, order_id, has_events: has_events.has(booking.id) }];
    }),
  );
}

export const labelOf = (field: string): string => SAID_LABELS[field as SaidField] ?? field;
