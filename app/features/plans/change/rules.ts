import type { PlanStatus } from "~/features/plans/plan";
import { addDays, formatDate } from "~/lib/dates";
import { monthsAround } from "~/lib/months";
import type { Subscription } from "~/platform/outside/payment-gateway";

/** What a change of a plan depends on. */
export type Changeable = {
  status: PlanStatus;
  /** When the first month began; null before the first charge. */
  billing_anchor: Temporal.Instant | null;
  /** The date of the next charge; null if there is none. */
  period_end: Temporal.Instant | null;
  paused_from: string | null;
  resumes_on: string | null;
  ends_on: string | null;
};

/** `today` is the company's day of `now`. */
export type At = { now: Temporal.Instant; today: string; zone: string };

/** `field` is what was wrong with what was asked for. */
export type Refused = { ok: false; message: string; field?: "resumes_on" };

/**
 * Visits from `paused_from` on are released and nothing is charged until `resumes_on`; null: until resumed. `from`: the
 * first date that this change takes away; for a longer pause, the date on which the plan would have resumed.
 */
export type Pause = { ok: true; from: string; paused_from: string; resumes_on: string | null };

/** The plan on a date: a pause that is over is removed, even if the nightly job has not run. */
export function asOf<Plan extends Pick<Changeable, "status" | "paused_from" | "resumes_on">>(
  plan: Plan,
  { today }: Pick<At, "today">,
): Plan {
  if (plan.resumes_on === null || plan.resumes_on > today) return plan;
  const status = plan.status === "paused" ? "active" : plan.status;
  return { ...plan, status, paused_from: null, resumes_on: null };
}

/** Visits resume on `from`; the next charge is on `charge_on`. */
export type Resume = { ok: true; from: string; charge_on: string };

/** `ends_on`: the last date. `now`: at once, since no paid time is left. */
export type End = { ok: true; ends_on: string; now: boolean };

/** No charge and no visits in the coming month; in a pause, the month that would end it. */
export function decideSkipMonth(kept: Changeable, at: At): Pause | Refused {
  const plan = asOf(kept, at);
  const { paused_from, resumes_on, period_end } = plan;
  if (!paused_from || !resumes_on || !period_end) return decidePause(plan, at, "a month");
  const refusal = whyUnchangeable(plan);
  if (refusal) return refusal;
  const next = chargeDays(plan, at).find((day) => day > resumes_on);
  return next
    ? { ok: true, from: resumes_on, paused_from, resumes_on: next }
    : refuse(`This plan is already paused until ${formatDate(resumes_on)}.`);
}

/**
 * Pauses from the end of the paid month. A plan resumes on the first day of a charged month, since only whole months are
 * paid.
 */
export function decidePause(kept: Changeable, at: At, until: string | "a month" | null): Pause | Refused {
  const plan = asOf(kept, at);
  const refusal = whyUnchangeable(plan);
  if (refusal) return refusal;
  if (plan.paused_from)
    return refuse(`This plan is already set to pause on ${formatDate(plan.paused_from)}.`);
  if (plan.status === "past_due") return refuse("Please pay the unpaid charge first, or end the plan.");
  if (!plan.period_end) return refuse("This plan hasn't started yet.");
  if (Temporal.Instant.compare(plan.period_end, at.now) <= 0) {
    return refuse("The next month is being charged right now. Please try again in a few minutes.");
  }
  const paused_from = dayOf(plan.period_end, at);
  const begins = { ok: true, from: paused_from, paused_from } as const;
  if (until === null) return { ...begins, resumes_on: null };
  if (until === "a month") return { ...begins, resumes_on: chargeDays(plan, at)[1] ?? null };
  const resumes_on = chargeDays(plan, at).find((day) => day > paused_from && day >= until);
  return resumes_on
    ? { ...begins, resumes_on }
    : {
        ...refuse(
          `Choose a day up to ${formatDate(chargeDays(plan, at).at(-1) ?? until)}, or pause until you resume.`,
        ),
        field: "resumes_on",
      };
}

/** Cancels a pause that has not begun; otherwise resumes with the next charged month. */
export function decideResume(kept: Changeable, at: At): Resume | Refused {
  const plan = asOf(kept, at);
  const refusal = whyUnchangeable(plan);
  if (refusal) return refusal;
  if (!plan.paused_from || !plan.period_end) return refuse("This plan is not paused.");
  const charge_on = dayOf(nextDue(plan.period_end, plan, at), at);
  return { ok: true, from: at.today < plan.paused_from ? at.today : charge_on, charge_on };
}

/** Ends after the paid month; at once if none is paid. */
export function decideEnd(kept: Changeable, at: At): End | Refused {
  const plan = asOf(kept, at);
  const refusal = whyUnchangeable(plan);
  if (refusal) return refusal;
  const { period_end, paused_from } = plan;
  const over = !period_end || Temporal.Instant.compare(period_end, at.now) <= 0;
  if (over || plan.status === "past_due" || (paused_from !== null && paused_from <= at.today)) {
    return { ok: true, ends_on: at.today, now: true };
  }
  return { ok: true, ends_on: addDays(dayOf(period_end, at), -1), now: false };
}

/** Staff may end any plan that may still cost something, even a flagged pending one. */
export function whyNotEndNow({ status, needs_attention, subscribed }: Endable): Refused | null {
  if (status === "ended") return refuse("This plan has ended.");
  const unpaid = status === "pending" && !needs_attention && !subscribed;
  return unpaid ? refuse("This plan hasn't been paid for yet.") : null;
}

type Endable = { status: PlanStatus; needs_attention: string | null; subscribed: boolean };

/** When the next charge is, if there is one. */
export function nextCharge(plan: Changeable, at: At) {
  const now = asOf(plan, at);
  const { status, period_end, paused_from, resumes_on, ends_on } = now;
  if (!period_end || (status !== "active" && status !== "paused")) return null;
  const due = chargeDays(now, at).find(
    (day) => paused_from === null || day < paused_from || (resumes_on && day >= resumes_on),
  );
  return due && (ends_on === null || due <= ends_on) ? due : null;
}

const MONTHS_AHEAD = 13;

type Charging = Pick<Changeable, "period_end" | "billing_anchor">;

/** The dates in company time on which charged months begin, from the end of the paid one on. */
function chargeDays({ period_end, billing_anchor }: Charging, at: Pick<At, "zone">): string[] {
  if (!period_end) return [];
  const begins = monthsAround(period_end, billing_anchor);
  return Array.from({ length: MONTHS_AHEAD }, (_, month) => dayOf(begins(month), at));
}

/** When a month begins next. A moment that is over was not charged in a pause, though its day may be today. */
function nextDue(period_end: Temporal.Instant, { billing_anchor }: Charging, { now }: Pick<At, "now">) {
  const begins = monthsAround(period_end, billing_anchor);
  let month = 0;
  while (Temporal.Instant.compare(begins(month), now) <= 0) month += 1;
  return begins(month);
}

const RESUME_CHOICES = 6;

/** The dates on which a plan could resume if it is paused after the paid month. */
export function resumeDays(plan: Charging, at: Pick<At, "zone">): string[] {
  return chargeDays(plan, at).slice(1, 1 + RESUME_CHOICES);
}

/** When the provider resumes charging: half a day before the date, so that the charge of that date is not missed. */
export function resumesAt(resumes_on: string, zone: string): Temporal.Instant {
  return Temporal.PlainDate.from(resumes_on).toZonedDateTime(zone).subtract({ hours: 12 }).toInstant();
}

/** Whether the month that begins on `day` was skipped or is after the end. */
export function isWithoutVisits(
  { paused_from, resumes_on, ends_on }: Pick<Changeable, "paused_from" | "resumes_on" | "ends_on">,
  day: string,
): boolean {
  // the company may have moved to another zone since
  const paused =
    paused_from !== null && day >= paused_from && (resumes_on === null || addDays(day, 1) < resumes_on);
  return paused || (ends_on !== null && day > ends_on);
}

type Told = { untold_since: Temporal.Instant | null };
type Subscribed = Pick<Subscription, "status" | "period_end" | "ends_at" | "paused">;

/** How a synced subscription differs from its plan: it must be sent again, or it was ended or paused at the provider. */
export function driftOf(
  plan: Omit<Changeable, "period_end" | "billing_anchor"> & Told,
  subscription: Subscribed,
  at: At,
): "tell" | "ends" | "paused" | null {
  if (plan.untold_since || subscription.status === "ended" || plan.status === "pending") return null;
  if (plan.status === "ended") return "tell";
  if (plan.ends_on) {
    const goesOn = plan.ends_on >= dayOf(subscription.period_end, at); // for months: so it was settled there
    return subscription.ends_at || goesOn ? null : "tell";
  }
  if (subscription.ends_at) return "ends";
  if (!plan.paused_from) return subscription.paused ? "paused" : null;
  const over = plan.resumes_on !== null && plan.resumes_on <= at.today;
  return subscription.paused || over ? null : "tell";
}

/** The last date of a plan that the provider ends: the last of a paid month, else the date of the end. */
export function lastDayOf({ ends_at, period_end }: Ending, at: Pick<At, "zone">): string | null {
  if (ends_at === null) return null;
  const isMonth = Temporal.Instant.compare(ends_at, period_end) === 0;
  return isMonth ? addDays(dayOf(ends_at, at), -1) : dayOf(ends_at.subtract({ seconds: 1 }), at);
}

type Ending = Pick<Subscription, "ends_at" | "period_end">;

/** The first date that is not paid. A month whose charge failed is not paid. */
export function paidUntilOf(
  {
    status,
    period_start,
    period_end,
  }: Pick<Changeable, "status" | "period_end"> & {
    period_start: Temporal.Instant | null;
  },
  at: Pick<At, "zone">,
): string {
  const until = status === "past_due" ? period_start : period_end;
  return until === null ? "" : dayOf(until, at);
}

/** The date of an instant in company time. */
export function dayOf(instant: Temporal.Instant, { zone }: Pick<At, "zone">): string {
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString();
}

function whyUnchangeable({ status, ends_on }: Changeable): Refused | null {
  if (status === "ended") return refuse("This plan has ended.");
  if (status === "pending") return refuse("This plan hasn't been paid for yet.");
  return ends_on ? refuse(`This plan ends on ${formatDate(ends_on)}.`) : null;
}

function refuse(message: string): Refused {
  return { ok: false, message };
}
