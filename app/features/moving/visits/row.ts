import { LIMITS } from "~/features/booking/limits";
import { cellsOf, NOTHING, numberIn } from "~/features/moving/cells";
import type { Mapping } from "~/features/moving/columns";
import { type Row as Person, readRow as readPerson } from "~/features/moving/customers/row";
import type { Cents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import {
  isPaid,
  paidOf,
  type Recurrence,
  readFrequency,
  readMinutes,
  readMoney,
  readStatus,
  readTime,
  readTimes,
  readWhen,
  type VisitStatus,
} from "./cells";
import type { Field } from "./columns";

/** A visit of another program's file in our words. Times are in company time, amounts in cents. */
export type VisitRow = {
  external_id: string | null;
  /** Whose it is, and the whole address if the row has one. */
  person: Person;
  /** The street alone, where the row has no whole address. */
  street: string | null;
  service: string;
  date: string;
  /** "HH:MM"; null: the file has no time. */
  time: string | null;
  /** Null: the file doesn't say how long it is. */
  minutes: number | null;
  crew: string | null;
  status: VisitStatus | null;
  /** What it costs: before tax with its discount taken off, the tax, and the discount that was taken off. */
  amount: Cents;
  tax: Cents;
  discount: Cents;
  tip: Cents;
  paid: boolean | null;
  /** What of it was paid in the other program. */
  prepaid: Cents;
  frequency: Recurrence;
  extras: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_feet: number | null;
  notes: string | null;
};
export type ReadVisit = { ok: true; row: VisitRow } | { ok: false; reason: string };

const bad = (reason: string) => ({ ok: false as const, reason });

/** The customer's columns that a visit's row has. */
const OF_PERSON: Partial<Record<Field, string>> = {
  customer_id: "external_id",
  ...{ first_name: "first_name", last_name: "last_name", name: "name", company_name: "company_name" },
  ...{ email: "email", phone: "phone" },
};
const OF_HOME: Partial<Record<Field, string>> = {
  ...{ address: "address", street: "street", apartment: "apartment", city: "city", state: "state" },
  zip_code: "zip_code",
};

/** Reads the cells of a line; the reason says what to mend in the file. `zone`: the company's time zone. */
export function readVisitRow(cells: readonly string[], mapping: Mapping, zone: string): ReadVisit {
  const { all, one, something } = cellsOf<Field>(cells, mapping);
  const when = readTheTime(one, zone);
  if (!when.ok) return when;
  const money = readTheMoney({ all, one, something });
  if (!money.ok) return money;
  const service = something("service");
  if (!service) return bad("There is no service.");
  const status = readStatus(something("status"));
  if (status === undefined)
    return bad(`Status: “${one("status")}” is unknown. Write Scheduled, Completed or Cancelled.`);
  const whose = readWhose(cells, mapping, something);
  if (!whose.ok) return whose;
  const extras = [...new Set(all("extras").filter((cell) => cell !== "0"))].join(", ") || null;
  const notes = all("notes").join("\n\n");
  const rooms = readRooms(something);
  return {
    ok: true,
    row: {
      external_id: something("external_id").slice(0, 100) || null,
      ...whose.value,
      service: cleanLine(service).slice(0, 120).toWellFormed(), // it may end within an emoji
      ...when.value,
      crew: crewIn(one("crew")),
      status,
      ...money.value,
      frequency: readFrequency(one("frequency")),
      extras: extras?.slice(0, 300) ?? null,
      ...rooms,
      notes: notes.slice(0, LIMITS.notes) || null,
    },
  };
}

type One = (field: Field) => string;

function readTheTime(one: One, zone: string) {
  const when = readWhen(one("date"), zone);
  if (when === undefined)
    return bad(`Date: “${one("date")}” is not a date. Write it like 11/25/2026, or 11/25/2026 9:00 AM.`);
  if (when === null) return bad("There is no date.");
  // Both columns of some programs hold the day and the time.
  const times = /\d{4}|\//.test(one("time")) ? fromWhen(readWhen(one("time"), zone)) : readTimes(one("time"));
  if (times === undefined && !/any ?time|all day|flexible/i.test(one("time")))
    return bad(`Start time: “${one("time")}” is not a time. Write it like 9:00 AM.`);
  const time = times?.start ?? when.time;
  const minutes = readMinutes(one("duration"));
  if (minutes === undefined)
    return bad(
      `Length: “${one("duration")}” can’t be read. Write it like 2.5 hours or 150 minutes, at most 16 hours.`,
    );
  const ends = readTheEnd(one("end"), zone) ?? (times?.end ? { date: when.date, time: times.end } : null);
  const between = time && ends ? minutesBetween({ date: when.date, time }, ends) : null;
  return { ok: true as const, value: { date: when.date, time, minutes: minutes ?? between } };
}

const fromWhen = (when: ReturnType<typeof readWhen>) => when && { start: when.time, end: null };

/** Where a visit ends: a time alone is on its own day. */
function readTheEnd(text: string, zone: string): { date: string | null; time: string } | null {
  const clock = readTime(text);
  if (clock) return { date: null, time: clock };
  const when = clock === null ? null : readWhen(text, zone);
  return when?.time ? { date: when.date, time: when.time } : null;
}

/** Minutes from a start to an end; null if it ends before it starts, or more than 16 hours after. */
function minutesBetween(start: { date: string; time: string }, end: { date: string | null; time: string }) {
  const from = Temporal.PlainDateTime.from(`${start.date}T${start.time}`);
  const to = Temporal.PlainDateTime.from(`${end.date ?? start.date}T${end.time}`);
  const minutes = from.until(to).total("minutes");
  return minutes > 0 && minutes <= 16 * 60 ? minutes : null;
}

const AMOUNTS = { total: "Price", price: "Price", discount: "Discount", tax: "Tax", tip: "Tip" } as const;

type Cells = { all: (field: Field) => string[]; one: One; something: One };

function readTheMoney({ all, one, something }: Cells) {
  const amounts: Partial<Record<keyof typeof AMOUNTS, Cents>> = {};
  for (const field of Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[]) {
    // Of several columns with a price the one that this visit has.
    const text = all(field).find((cell) => readMoney(cell) !== 0 && !NOTHING.test(cell)) ?? something(field);
    const cents = readMoney(text);
    if (cents === undefined)
      return bad(`${AMOUNTS[field]}: “${text}” is not an amount. Write it like $150.00.`);
    if (cents !== null) amounts[field] = cents;
  }
  const { total, price, tax = 0, discount = 0, tip = 0 } = amounts;
  const amount = total === undefined ? Math.max(0, (price ?? 0) - discount) : Math.max(0, total - tax);
  const known = total !== undefined || price !== undefined;
  const full = known ? amount + tax : null;
  const paid = isPaid(one("paid"), one("due"), full);
  const prepaid = paidOf(one("paid"), one("due"), full ?? 0);
  return {
    ok: true as const,
    value: { amount, tax, discount, tip, paid, prepaid: paid ? (full ?? 0) : prepaid },
  };
}

/** Whose it is, and where. A row with a part of an address keeps the street, which one of the customer's homes may have. */
function readWhose(cells: readonly string[], mapping: Mapping, something: One) {
  // Housecall Pro has the whole address under "Address".
  const isOne = !something("city") && something("street").includes(",");
  const isWhole =
    something("address") ||
    isOne ||
    (something("street") && something("city") && something("state") && something("zip_code"));
  const fields = { ...OF_PERSON, ...(isWhole && OF_HOME), ...(isOne && { street: "address" }) };
  const names = ["first_name", "last_name", "name", "company_name"] as const;
  const nameless = !names.some((name) => something(name));
  const stand_in = something("email") || something("phone") || something("customer_id");
  if (nameless && !stand_in) return bad("The row doesn’t say whose visit it is.");
  const mapped = mapping.map((field) => fields[field as Field] ?? null);
  // A customer's row needs a name, which a visit's doesn't.
  const [more, named] = nameless ? [[stand_in], ["name"]] : [[], []];
  const read = readPerson(
    [...mapping.map((_field, place) => cells[place] ?? ""), ...more],
    [...mapped, ...named],
  );
  if (!read.ok) return read;
  return {
    ok: true as const,
    value: { person: read.row, street: isWhole ? null : something("street") || null },
  };
}

function readRooms(something: One) {
  const count = (text: string, most: number) => {
    const [digits] = /^\d+/.exec(numberIn(text)) ?? [];
    return digits && Number(digits) <= most ? Number(digits) : null;
  };
  const half = /\.5|½/.test(something("bathrooms")) ? 1 : null;
  return {
    bedrooms: count(something("bedrooms"), 50),
    bathrooms: count(something("bathrooms"), 50),
    half_baths: count(something("half_baths"), 50) ?? half,
    square_feet: count(something("square_footage"), 1_000_000),
  };
}

/** A crew's name: without the number that some programs write before it, and of several people as they stand. */
function crewIn(text: string): string | null {
  const name = cleanLine(text)
    .replace(/^\d+: ?/, "")
    .slice(0, 120);
  return /^(?:unassigned|none|n\/?a|-+|\[?\]?)$/i.test(name) ? null : name || null;
}
