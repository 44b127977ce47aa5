import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { parseCents } from "~/lib/money";
import type { Rise } from "./rise";

/** The plans that are chosen, by what, and from which day on. */
export type RiseWish = { plans: string[]; rise: Rise; from: string };

type Read = { ok: true; wish: RiseWish } | { ok: false; errors: Record<string, string> };

/** Limits of a rise: percent, and cents a month before tax. */
const MOST = { percent: 100, net: 1_000_000, days: 365 };

/** The name of the field that chooses a plan. */
export function planField(id: string): string {
  return `plan.${id}`;
}

/** Reads the form. Each error stands under the name of its field. `earliest`: the end of the notice. */
export function readRise(fields: Record<string, string>, earliest: string): Read {
  const errors: Record<string, string> = {};
  const plans = Object.keys(fields).flatMap((name) =>
    name.startsWith("plan.") && isUuid(name.slice(5)) ? [name.slice(5)] : [],
  );
  if (plans.length === 0) errors.plans = "Choose at least one plan.";
  const rise = riseIn(fields);
  if (!rise) {
    if (fields.by === "amount") errors.amount = "Enter the new amount a month before tax, like 310.00.";
    else errors.percent = `Enter a percentage from 0.1 to ${MOST.percent}, like 4.5.`;
  }
  const from = (fields.from ?? "").trim();
  if (!isCalendarDate(from)) errors.from = "From must be a real day, like 2026-11-21.";
  else if (from < earliest) errors.from = "This is too soon: the notice in the terms isn't over by then.";
  return rise && Object.keys(errors).length === 0
    ? { ok: true, wish: { plans, rise, from } }
    : { ok: false, errors };
}

function riseIn({ by, percent = "", amount = "" }: Record<string, string>): Rise | null {
  if (by === "amount") {
    const net = parseCents(amount) ?? 0;
    return net > 0 && net <= MOST.net ? { by, net } : null;
  }
  const [, text = ""] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%?$/.exec(percent.trim()) ?? [];
  const value = Number(text);
  return value >= 0.1 && value <= MOST.percent ? { by: "percent", percent: value } : null;
}

/** Reads how many days before a rise its customers hear of it; null if it is no such number. */
export function readNotice(text: string): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= MOST.days ? days : null;
}
