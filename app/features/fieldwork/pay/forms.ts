import { checkReason } from "~/features/fieldwork/hours/forms";
import { isCalendarDate } from "~/lib/dates";
import { type Cents, formatCents, parseCents } from "~/lib/money";
import type { Rate } from "./pay";

const HOURS_PAGE = "/admin/hours";

/** The address of a week, or of a member's week. */
export function hoursPath(monday: string, member_id?: string): string {
  return `${HOURS_PAGE}${member_id ? `/${member_id}` : ""}?week=${monday}`;
}

export const RATE_LABELS: Record<Rate["kind"], string> = {
  hour: "By the hour",
  percent: "Percent of the price",
  flat: "For each visit",
};

const KINDS = ["hour", "percent", "flat"] as const satisfies Rate["kind"][];

/** The highest rate, in cents: what is above is a typing error. */
const MOST = 100_000;

type RateValues = {
  kind: string;
  amount: string;
  from_day: string;
  pays_drive: boolean;
  pays_break: boolean;
};
export type RateErrors = Partial<Record<"kind" | "amount" | "from_day", string>>;

/** Reads a rate as the office types it: dollars, or percent with two places at most. */
export function checkRate(values: RateValues): { ok: true; rate: Rate } | { ok: false; errors: RateErrors } {
  const { from_day, pays_drive, pays_break } = values;
  const kind = KINDS.find((one) => one === values.kind);
  const amount = parseCents(values.amount.replace(/ ?%$/, ""));
  const most = kind === "percent" ? 10_000 : MOST;
  const errors: RateErrors = {};
  if (!kind) errors.kind = "Choose how this member is paid.";
  if (amount === null)
    errors.amount = kind === "percent" ? "Enter a percentage, like 35." : "Enter an amount, like 22.50.";
  else if (amount > most)
    errors.amount = kind === "percent" ? "At most 100 percent." : `At most ${formatCents(MOST)}.`;
  if (!isCalendarDate(from_day)) errors.from_day = "Choose the first day of this rate.";
  if (!kind || amount === null || Object.keys(errors).length > 0) return { ok: false, errors };
  if (kind === "hour") return { ok: true, rate: { kind, cents: amount, from_day, pays_drive, pays_break } };
  if (kind === "flat") return { ok: true, rate: { kind, cents: amount, from_day } };
  return { ok: true, rate: { kind, basis_points: amount, from_day } };
}

/** "$22.50 an hour, driving too", "35% of the price", "$60.00 for each visit". */
export function formatRate(rate: Rate, currency: string): string {
  if (rate.kind === "percent") return `${rate.basis_points / 100}% of the price`;
  const amount = formatCents(rate.cents, currency);
  if (rate.kind === "flat") return `${amount} for each visit`;
  const also = [rate.pays_drive && "driving", rate.pays_break && "breaks"].filter(Boolean).join(" and ");
  return `${amount} an hour${also ? `, ${also} too` : ""}`;
}

export type AdjustmentErrors = Partial<Record<"amount" | "reason", string>>;

type Adjustment = { ok: true; cents: Cents; reason: string } | { ok: false; errors: AdjustmentErrors };

/** Reads an adjustment: dollars, with a minus for what is taken off. Zero is allowed where it only settles what came late. */
export function checkAdjustment(
  values: { amount: string; reason: string },
  { late }: { late: boolean },
): Adjustment {
  const [, minus = "", typed = ""] = /^\s*([-−]?)\s*(.*)$/.exec(values.amount) ?? [];
  const amount = parseCents(typed);
  const reason = checkReason(values.reason);
  const errors: AdjustmentErrors = {};
  if (amount === null || (amount === 0 && !late)) errors.amount = "Enter an amount, like 20 or -20.";
  else if (amount > 10 * MOST) errors.amount = `At most ${formatCents(10 * MOST)}.`;
  if (!reason.ok) errors.reason = reason.message;
  if (amount === null || !reason.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, cents: minus && amount > 0 ? -amount : amount, reason: reason.reason };
}
