import { formatDate } from "~/lib/dates";
import type { End, Pause, Refused, Resume } from "./rules";
import { type PlanChange, priceFrom, releasedVisits, type ShownPlan, someDays } from "./view";

/** What a change would do, formatted for its page. */
export type ChangePreview = {
  change: PlanChange;
  heading: string;
  facts: { label: string; value: string }[];
  /** The date that the customer is shown. The change is refused if it has moved. */
  seen: string;
  button: string;
  pending: string;
  /** Dates on which the plan may resume. */
  resumes: string[];
};

export const CHANGE_TITLES: Record<PlanChange, string> = {
  "skip-month": "Skip next month",
  pause: "Pause",
  resume: "Resume",
  end: "End plan",
};

export type Done = { ok: true; ends_on?: string; now?: boolean };

/** Formats the toast after a change. */
export function formatDone(change: PlanChange, { ends_on, now }: Done): string {
  switch (change) {
    case "skip-month":
      return "Next month skipped";
    case "pause":
      return "Plan paused";
    case "resume":
      return "Plan resumed";
    case "end":
      return now || !ends_on ? "Plan ended" : `Plan ends on ${formatDate(ends_on)}`;
  }
}

type Changes = {
  skip_month: Pause | Refused;
  pause: Pause | Refused;
  resume: Resume | Refused;
  end: End | Refused;
};

/** Returns what the change would do now, or why it is refused. */
export function previewOf(
  change: PlanChange,
  plan: ShownPlan,
  changes: Changes,
): { ok: true; preview: ChangePreview } | { ok: false; message: string } {
  switch (change) {
    case "skip-month":
      return skipMonth(plan, changes.skip_month);
    case "pause":
      return pause(plan, changes.pause);
    case "resume":
      return resume(plan, changes.resume);
    case "end":
      return end(plan, changes.end);
  }
}

function skipMonth(plan: ShownPlan, decided: Changes["skip_month"]) {
  if (!decided.ok) return decided;
  const { from, resumes_on } = decided;
  const next = resumes_on && `${priceFrom(plan, resumes_on)} on ${formatDate(resumes_on)}`;
  return ok({
    change: "skip-month",
    heading: "Skip next month?",
    facts: [
      { label: "Visits released", value: namesOf(plan, from, resumes_on) },
      { label: "Not charged", value: `${priceFrom(plan, from)} on ${formatDate(from)}` },
      ...(next ? [{ label: "Next charge", value: next }] : []),
    ],
    seen: from,
    button: "Skip next month",
    pending: "Skipping...",
    resumes: [],
  });
}

function pause(plan: ShownPlan, decided: Changes["pause"]) {
  if (!decided.ok) return decided;
  const { paused_from } = decided;
  return ok({
    change: "pause",
    heading: "Pause your plan?",
    facts: [
      { label: "From", value: `${formatDate(paused_from)}, when your paid month ends` },
      { label: "Visits released", value: namesOf(plan, paused_from, null) },
      { label: "Charges", value: "None until you resume" },
    ],
    seen: paused_from,
    button: "Pause plan",
    pending: "Pausing...",
    resumes: plan.resume_days,
  });
}

function resume(plan: ShownPlan, decided: Changes["resume"]) {
  if (!decided.ok) return decided;
  const { from, charge_on } = decided;
  return ok({
    change: "resume",
    heading: "Resume your plan?",
    facts: [
      { label: "Visits", value: `${plan.when}, starting ${formatDate(from)}` },
      { label: "Next charge", value: `${priceFrom(plan, charge_on)} on ${formatDate(charge_on)}` },
    ],
    seen: charge_on,
    button: "Resume plan",
    pending: "Resuming...",
    resumes: [],
  });
}

function end(plan: ShownPlan, decided: Changes["end"]) {
  if (!decided.ok) return decided;
  const { ends_on, now } = decided;
  const after = now ? ends_on : dayAfter(ends_on);
  return ok({
    change: "end",
    heading: "End your plan?",
    facts: [
      { label: "Last day", value: now ? "Today" : `${formatDate(ends_on)}, when your paid month ends` },
      { label: "Visits released", value: namesOf(plan, after, null) },
      { label: "Charges", value: "No more charges" },
    ],
    seen: ends_on,
    button: "End plan",
    pending: "Ending...",
    resumes: [],
  });
}

function ok(preview: ChangePreview) {
  return { ok: true, preview } as const;
}

function dayAfter(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

function namesOf({ visits }: ShownPlan, from: string, until: string | null): string {
  const released = releasedVisits(visits, from, until);
  return released.length > 0 ? someDays(released) : "None";
}
