import { formatHours } from "~/lib/dates";
import { cleanLine } from "~/lib/text";
import { type FormValues, type Merged, mergeForm, singly } from "./merge";
import type { Settings } from "./settings";

/** What a cancellation costs: nothing until some hours before the start, then percent of the price; for a no-show another. */
export type FeePolicy = { full_refund_hours: number; late_fee_percent: number; no_show_percent: number };

export const FEES_PAGE = "/admin/settings/fees";
const MOST_HOURS = 720;

/** The policy that new bookings are made with. A no-show never costs less than a late cancellation. */
export function feePolicyOf(settings: Pick<Settings, keyof Settings & `booking.${string}`>): FeePolicy {
  const late_fee_percent = settings["booking.late_fee_percent"];
  return {
    full_refund_hours: settings["booking.free_cancellation_hours"],
    late_fee_percent,
    no_show_percent: Math.max(late_fee_percent, settings["booking.no_show_percent"]),
  };
}

/** The form's fields, which are the settings' keys. */
export const FEE_FIELDS = ["free_cancellation_hours", "late_fee_percent", "no_show_percent"] as const;
export type FeeValues = Record<(typeof FEE_FIELDS)[number], string>;

export function feeValues(policy: FeePolicy): FeeValues {
  return {
    free_cancellation_hours: String(policy.full_refund_hours),
    late_fee_percent: String(policy.late_fee_percent),
    no_show_percent: String(policy.no_show_percent),
  };
}

type Read = { ok: true; policy: FeePolicy } | { ok: false; errors: Partial<FeeValues> };

const COUNTS = {
  free_cancellation_hours: { label: "Hours", most: MOST_HOURS },
  late_fee_percent: { label: "Late cancellation", most: 100 },
  no_show_percent: { label: "No-show", most: 100 },
};

/** Reads the form. Each error stands under the name of its field. */
export function readFees(values: Record<string, string>): Read {
  const errors: Partial<FeeValues> = {};
  const count = (name: keyof FeeValues) => {
    const { label, most } = COUNTS[name];
    const text = cleanLine(values[name] ?? "").replace(/\s*%$/, "");
    if (/^\d{1,3}$/.test(text) && Number(text) <= most) return Number(text);
    errors[name] = `${label} must be a whole number from 0 to ${most}.`;
    return 0;
  };
  const policy = {
    full_refund_hours: count("free_cancellation_hours"),
    late_fee_percent: count("late_fee_percent"),
    no_show_percent: count("no_show_percent"),
  };
  if (!errors.late_fee_percent && !errors.no_show_percent && policy.no_show_percent < policy.late_fee_percent)
    errors.no_show_percent = "A no-show can't cost less than a late cancellation.";
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, policy };
}

/** See `mergeForm`. */
export function mergeFees(form: FormValues, seen: FormValues, stored: FeeValues): Merged {
  return mergeForm(form, seen, stored, singly(FEE_FIELDS));
}

/** A policy as a booking keeps it; older ones don't say what a no-show costs. */
export type FrozenFees = Omit<FeePolicy, "no_show_percent"> & { no_show_percent?: number };

/** Percent of the price that a no-show costs. By the terms of older bookings it counts as a late cancellation. */
export function noShowPercent({ late_fee_percent, no_show_percent }: FrozenFees): number {
  return no_show_percent ?? late_fee_percent;
}

/** "Free to cancel until 24 hours before. After that, 50% of the price. If nobody lets us in, all of it." */
export function feeSentence(policy: FrozenFees): string {
  const { full_refund_hours: hours, late_fee_percent: late } = policy;
  const noShow = noShowPercent(policy);
  const isFree = hours === 0 || late === 0;
  const free = isFree
    ? "Free to cancel until the visit starts."
    : `Free to cancel until ${formatHours(hours)} before.`;
  if (isFree) return noShow === 0 ? free : `${free} If nobody lets us in, ${shareOf(noShow)}.`;
  if (noShow === late) return `${free} After that, or if nobody lets us in, ${shareOf(late)}.`;
  return `${free} After that, ${shareOf(late)}. If nobody lets us in, ${noShow === 100 ? "all of it" : `${noShow}%`}.`;
}

function shareOf(percent: number): string {
  return percent === 100 ? "the whole price" : `${percent}% of the price`;
}

/** "nothing", "half the price", "30% of the price". */
export function formatKept(percent: number): string {
  if (percent === 0) return "nothing";
  return percent === 50 ? "half the price" : shareOf(percent);
}

/** What the terms say about the notice before a plan's price rises. */
export function noticeWords(days: number): Record<string, string> {
  return { "{price_notice}": days === 1 ? "1 day" : `${days} days` };
}

/** What the terms and the questions say about the policy. */
export function feeWords(policy: FeePolicy): Record<string, string> {
  const { full_refund_hours, late_fee_percent: late } = policy;
  const noShow = noShowPercent(policy);
  return {
    "{free_until}": formatHours(full_refund_hours),
    "{late_fee}": `${late}%`,
    "{late_rest}": late === 50 ? "the other half" : "the rest",
    "{late_share}": late === 50 ? "half of the price" : shareOf(late),
    "{no_show_share}": formatKept(noShow),
  };
}
