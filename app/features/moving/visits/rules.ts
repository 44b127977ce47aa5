// Rooms: a visit is as long as bookings are (booking), comes as often as plans do (catalog), and has a price as series have (plans).
import { formatLength } from "~/features/booking/length";
import { LIMITS } from "~/features/booking/limits";
import { FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { VENDORS, type Vendor } from "~/features/moving/columns";
import { homeKey } from "~/features/moving/customers/rules";
import { PAID_IN } from "~/features/plans/series/series";
import { formatDate, formatTime } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import type { Recurrence } from "./cells";
import type { VisitRow } from "./row";

/**
 * What a visit has of what a file can change: when it is ("2026-11-25 09:00 150"), its cents, those of them that were paid in
 * the other program, and whether it takes place. `done`: it was laid here, and took place there.
 */
export type Said = { when: string; total: string; prepaid: string; state: "on" | "cancelled" | "done" };
export type SaidField = keyof Said;

export const SAID_LABELS: Record<SaidField, string> = {
  ...{ when: "When", total: "Price", prepaid: "Paid before", state: "Status" },
};

/** How long a visit is taken to be whose file doesn't say so, in minutes; and when one was that has no time. */
const USUAL_MINUTES = 120;
const USUAL_TIME = "09:00";

/** When a visit is, with what its file doesn't say. */
export function timeOf({ date, time, minutes }: Pick<VisitRow, "date" | "time" | "minutes">) {
  return { date, time: time ?? USUAL_TIME, minutes: minutes ?? USUAL_MINUTES };
}

export const whenOf = ({ date, time, minutes }: ReturnType<typeof timeOf>) => `${date} ${time} ${minutes}`;

export function saidBy(row: VisitRow): Said {
  return {
    when: whenOf(timeOf(row)),
    total: String(row.amount + row.tax),
    prepaid: String(row.prepaid),
    state: row.status === "cancelled" ? "cancelled" : "on",
  };
}

/** People are asked whether it took place only if it isn't paid. */
const STATES: Record<Said["state"], string> = {
  on: "Takes place",
  cancelled: "Cancelled",
  done: "Took place, and is not paid",
};

/** A value of `Said` for people. */
export function saidInWords(field: string, value: string | null, currency: string): string {
  if (value === null) return "";
  if (field === "total" || field === "prepaid") return formatCents(Number(value), currency);
  if (field === "state") return STATES[value as Said["state"]];
  const [date = "", time = "", minutes = "0"] = value.split(" ");
  return `${formatDate(date)}, ${formatTime(time)}, ${formatLength(Number(minutes))}`;
}

/**
 * What tells one visit of a program from another. Jobber numbers jobs, which may have many visits: there the day belongs to
 * it. Without an ID it is whose, where and when it is, so that a visit which was moved there is another one.
 */
export function visitKey(row: VisitRow, vendor: string, person_key: string): string {
  const { external_id, date, time, service, person, street } = row;
  if (external_id && vendor !== "jobber") return `id ${external_id.toLowerCase()}`;
  const whose = external_id ?? `${person_key} ${homeKey(person.home) || (street ?? "").toLowerCase()}`;
  return [whose, date, time ?? "", service.toLowerCase()].join(" ");
}

type Line = { kind: "service" | "discount" | "tax"; label: string; amount: Cents };

/** Names of the programs in sentences. */
export const programOf = ({ vendor }: { vendor: string }): string =>
  vendor === "other" || !Object.hasOwn(VENDORS, vendor) ? "the other program" : VENDORS[vendor as Vendor];

/** The price as a booking keeps it. `paid_in`: the program, where what was paid in it is taken off. */
export function linesOf(row: VisitRow, title: string, paid_in: string | null): Line[] {
  const { amount, tax, discount, prepaid } = row;
  return [
    { kind: "service", label: title, amount: amount + discount },
    ...(discount > 0 ? [{ kind: "discount" as const, label: "Discount", amount: -discount }] : []),
    ...(tax > 0 ? [{ kind: "tax" as const, label: "Tax", amount: tax }] : []),
    ...(paid_in && prepaid > 0
      ? [{ kind: "discount" as const, label: `${PAID_IN}${paid_in}`, amount: -prepaid }]
      : []),
  ];
}

/** What a visit ahead costs here, after what was paid in the other program: before tax, and the tax. */
export function owedOf({ amount, tax, prepaid }: Pick<VisitRow, "amount" | "tax" | "prepaid">) {
  const left = amount + tax - prepaid;
  const tax_amount = Math.min(tax, left);
  return { total_amount: left - tax_amount, tax_amount };
}

/** The price of a booking's lines, and what of it was paid in the other program. */
export function pricesIn(lines: readonly { label: string; amount: Cents }[]) {
  const [paid = [], others = []] = [true, false].map((wanted) =>
    lines.filter(({ label }) => label.startsWith(PAID_IN) === wanted),
  );
  const sum = (some: typeof paid) => some.reduce((total, { amount }) => total + amount, 0);
  return { total: sum(others), prepaid: -sum(paid) };
}

/** What the crew reads: the notes and the extras, which have no place of their own. */
export function notesOf({ notes, extras }: VisitRow): string | null {
  return [extras && `Extras: ${extras}`, notes].filter(Boolean).join("\n\n").slice(0, LIMITS.notes) || null;
}

const RECURRENCES = { ...FREQUENCY_LABELS, other: "Again and again" };
const recurrenceInWords = (often: Recurrence): string | null => often && RECURRENCES[often];

/** What a row says in words, by heading: what its page and the list of rows show. */
export function factsOf(
  row: VisitRow,
  { title, crew, currency }: Record<"title" | "crew" | "currency", string>,
) {
  const total = formatCents(row.amount + row.tax, currency);
  const part = row.prepaid > 0 ? `, ${formatCents(row.prepaid, currency)} paid` : ", not paid";
  const paid = row.paid === null ? "" : row.paid ? ", paid" : part;
  const facts: Record<string, string | null> = {
    When: saidInWords("when", whenOf(timeOf(row)), currency),
    Service: title,
    Crew: crew,
    Price: `${total}${paid}`,
    Tip: row.tip > 0 ? formatCents(row.tip, currency) : null,
    Comes: recurrenceInWords(row.frequency),
    Assumed:
      [row.time === null && "the time", row.minutes === null && "the length"].filter(Boolean).join(" and ") ||
      null,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([heading, text]) => (text ? [[heading, text]] : [])),
  );
}
