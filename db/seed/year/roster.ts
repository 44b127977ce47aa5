import { and, asc, gte, ne } from "drizzle-orm";
import { bookings } from "../../../app/db/schema/bookings";
import { closures, crews } from "../../../app/db/schema/crews";
import { crew_hours, crew_members, crew_time_off } from "../../../app/db/schema/office";
import { addDays, weekdayOf } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Random } from "./random";
import { closedDays, DAYS_BACK, stormDay } from "./seasons";

export const ZONE = "America/New_York";
export const BUFFER_MINUTES = 30;
/** When visits start, in minutes of the day. */
export const STARTS = [480, 600, 720, 840, 960] as const;
/** When crews want to be home. */
const LAST_END = 19 * 60 + 30;

/** Crews that came later, with their members. The company grew. */
const LATER = [
  {
    name: "Cedar crew",
    email: "cedar.crew@whitebirchcleaning.example",
    days_ago: 320,
    members: [
      { name: "Fatima Hassan", language: "en" },
      { name: "Jonah Pruitt", language: "en" },
      { name: "Rosa Delgado", language: "es" },
    ],
  },
  {
    name: "Spruce crew",
    email: "spruce.crew@whitebirchcleaning.example",
    days_ago: 170,
    members: [
      { name: "Mateo Rivas", language: "es" },
      { name: "Shauna Keane", language: "en" },
    ],
  },
] as const;
/** Somebody of the first crew who has found other work. */
const LEFT = { name: "Dylan Frost", days_ago: 131 };

export type Crew = {
  id: string;
  name: string;
  /** Its first day. */
  since: string;
  /** It came later: no visit of the small demo is its. */
  is_later: boolean;
};

/** When crews are busy, in minutes of the day, with the travel afterward. */
export type Roster = Awaited<ReturnType<typeof openRoster>>;

/** Adds the later crews, their hours, everybody's time off and the company's holidays, and reads who is busy already. */
export async function openRoster(tx: Database, random: Random, now: Temporal.Instant, today: string) {
  const first = await tx
    .select({ id: crews.id, name: crews.name })
    .from(crews)
    .orderBy(asc(crews.sort_order));
  const team: Crew[] = [
    ...first.map((crew) => ({ ...crew, since: addDays(today, -DAYS_BACK), is_later: false })),
    ...LATER.map(({ name, days_ago }) => ({
      ...{ id: random.uuid(), name, since: addDays(today, -days_ago), is_later: true },
    })),
  ];
  const off = await storeCrews(tx, team, now, today);
  const known = await readVisits(tx, today);
  const closed = closedDays(today).filter((day) => !known.some(({ date }) => date === day.date));
  await insertAll(
    tx,
    closures,
    closed.map(({ date, reason }) => ({ date, reason, created_at: now, updated_at: now })),
  );
  const spans = new Map<string, { from: number; to: number }[]>();
  const spansOf = (crew_id: string, date: string) => spans.get(`${crew_id} ${date}`) ?? [];
  const take = (crew_id: string, date: string, from: number, minutes: number) => {
    spans.set(`${crew_id} ${date}`, [
      ...spansOf(crew_id, date),
      { from, to: from + minutes + BUFFER_MINUTES },
    ]);
  };
  for (const { crew_id, date, time, hours } of known)
    if (crew_id) take(crew_id, date, minutesOf(time), hours * 60);
  const holidays = new Set(closed.map(({ date }) => date));
  return {
    crews: team,
    take,
    storm: stormDay(today),
    isHoliday: (date: string) => holidays.has(date),
    count: (crew_id: string, date: string) => spansOf(crew_id, date).length,
    /** Whether a crew works on a weekday. */
    worksOn: ({ name }: Crew, weekday: number) => name !== "Spruce crew" || weekday !== freeDay(today),
    /** Whether a crew works on a day. */
    isAtWork: ({ id, since, name }: Crew, date: string) =>
      since <= date &&
      !holidays.has(date) &&
      !(name === "Spruce crew" && weekdayOf(date) === freeDay(today)) &&
      !off.some(
        ({ crew_id, first_day, last_day }) => crew_id === id && first_day <= date && date <= last_day,
      ),
    /** Minutes from a start until the crew must leave for its next visit or home; 0 if it is busy. */
    room: (crew_id: string, date: string, start: number): number => {
      const day = spansOf(crew_id, date);
      if (day.some(({ from, to }) => from <= start && start < to)) return 0;
      const next = Math.min(...day.filter(({ from }) => from > start).map(({ from }) => from));
      return Math.max(0, Math.min(LAST_END - start, next - BUFFER_MINUTES - start));
    },
  };
}

function readVisits(tx: Database, today: string) {
  return tx
    .select({
      ...{ crew_id: bookings.crew_id, date: bookings.scheduled_date },
      ...{ time: bookings.scheduled_time, hours: bookings.duration_hours },
    })
    .from(bookings)
    .where(and(ne(bookings.status, "cancelled"), gte(bookings.scheduled_date, addDays(today, -DAYS_BACK))));
}

/** Returns the time off. */
async function storeCrews(tx: Database, team: readonly Crew[], now: Temporal.Instant, today: string) {
  const ago = (days: number) => now.subtract({ hours: days * 24 });
  await insertAll(
    tx,
    crews,
    team.flatMap(({ id, name, is_later }, place) => {
      const later = LATER.find((one) => one.name === name);
      const at = ago(later?.days_ago ?? DAYS_BACK);
      return is_later && later
        ? [{ id, name, email: later.email, sort_order: place + 1, created_at: at, updated_at: at }]
        : [];
    }),
  );
  const joined = team.flatMap(({ id: crew_id, name }) => {
    const later = LATER.find((one) => one.name === name);
    const at = ago(later?.days_ago ?? DAYS_BACK);
    const dated = { created_at: at, updated_at: at, left_at: null };
    return (later?.members ?? []).map((member) => ({ ...member, ...dated, crew_id }));
  });
  const { id: first = "" } = team[0] ?? {};
  const gone = { created_at: ago(DAYS_BACK), updated_at: ago(LEFT.days_ago), left_at: ago(LEFT.days_ago) };
  await tx.update(crew_members).set({ created_at: ago(DAYS_BACK) }); // those of the first crews
  await insertAll(tx, crew_members, [
    ...joined,
    { ...gone, name: LEFT.name, language: "en" as const, crew_id: first },
  ]);
  const spruce = team.find(({ name }) => name === "Spruce crew");
  const workdays = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => weekday !== freeDay(today));
  const hours = workdays.map((weekday) => ({
    ...{ crew_id: spruce?.id ?? "", weekday, starts: "07:30", ends: "20:00" },
  }));
  await insertAll(tx, crew_hours, hours);
  const off = timeOff(team, today);
  await insertAll(
    tx,
    crew_time_off,
    off.map((one) => ({ ...one, created_at: ago(14), updated_at: ago(14) })),
  );
  return off;
}

/** The weekday on which the last crew stays at home: Sunday, unless that is today or tomorrow. */
function freeDay(today: string): number {
  const isSoon = [6, 0].includes(weekdayOf(today));
  return isSoon ? 3 : 0;
}

/** Everybody's week off in the past, and a short one to come. */
function timeOff(team: readonly Crew[], today: string) {
  const OFF = [
    { crew: 0, from: -206, days: 7, reason: "Vacation" },
    { crew: 1, from: -171, days: 7, reason: "Vacation" },
    { crew: 2, from: -96, days: 5, reason: "Vacation" },
    { crew: 3, from: -33, days: 2, reason: "Van in the shop" },
    { crew: 2, from: 33, days: 5, reason: "Vacation" },
    { crew: 3, from: 12, days: 1, reason: "First-aid course" },
  ];
  return OFF.flatMap(({ crew, from, days, reason }) => {
    const crew_id = team[crew]?.id;
    const first_day = addDays(today, from);
    return crew_id ? [{ crew_id, first_day, last_day: addDays(first_day, days - 1), reason }] : [];
  });
}

/** Minutes of the day of a time as "08:00:00". */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
