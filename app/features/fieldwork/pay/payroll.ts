import { lastDayOf } from "~/features/fieldwork/hours/week";
import { type CsvCell, type CsvColumns, inUnits } from "~/lib/csv";
import type { Cents } from "~/lib/money";
import { grossOf, type PayLine } from "./pay";

type PayrollRow = PayLine & { monday: string };

/** As much of a member's id as tells them apart in a payroll program. */
const ID_DIGITS = 8;

/** A row a member, for Gusto, ADP and others. Hours have two places. */
export const PAYROLL_COLUMNS: CsvColumns<PayrollRow> = [
  ["employee name", ({ name }) => name],
  ["member id", ({ member_id }) => member_id.slice(0, ID_DIGITS)],
  ["period start", ({ monday }) => monday],
  ["period end", ({ monday }) => lastDayOf(monday)],
  ["regular hours", ({ job_minutes }) => inHours(job_minutes)],
  ["drive hours", ({ drive_minutes }) => inHours(drive_minutes)],
  ["break hours", ({ break_minutes }) => inHours(break_minutes)],
  ["job pay", ({ job_pay }) => inUnits(job_pay)],
  ["tips", ({ tips }) => inUnits(tips)],
  ["adjustments", ({ adjustments }) => amountOf(adjustments)],
  ["gross", (line) => amountOf(grossOf(line))],
];

/** An amount with two places. A negative one is a number, since a text with a minus would be escaped as a formula. */
function amountOf(cents: Cents): CsvCell {
  return cents < 0 ? cents / 100 : inUnits(cents);
}

/** Minutes as hours with two places, half a hundredth up: "7.08". */
export function inHours(minutes: number): string {
  const hundredths = Math.floor((minutes * 200 + 60) / 120);
  return inUnits(hundredths);
}

/** The name of the file of a week. Before it is approved, the name says that it is a draft. */
export function payrollFile(monday: string, approved: boolean): string {
  return `hours-${monday}${approved ? "" : "-draft"}.csv`;
}
