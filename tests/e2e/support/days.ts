import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "@playwright/test";

/** The company's time zone: 'today' and every slot are in it. */
export const COMPANY_ZONE = "America/New_York";

/** Days from today. Later than the demo company's single visits, so that every slot is free. */
const FIRST_DAY = 30;
/** Days from today, modulo a week, of the visits of the demo company's plans and of `plan.spec.ts`. */
const PLAN_DAY = 6;
/** Days from today, modulo a week, of the visits of every other test's plan. */
const OWN_PLAN_DAY = 5;
/** Days from today on which plans of tests start: within a month, which is as far as a plan can be booked. */
const PLAN_DAYS = [19, 26];

/** A day ("yyyy-MM-dd") for this test alone: the first without a folder that marks it as taken. */
export function ownDay(): string {
  return firstNotTaken(FIRST_DAY, (weekday) => weekday !== PLAN_DAY && weekday !== OWN_PLAN_DAY);
}

/**
 * First day for a plan. Its visits are on a weekday on which no single visit of a test is booked. A third plan shares the
 * last day and takes another time.
 */
export function ownPlanDay(): string {
  const days = PLAN_DAYS.map((offset) => today().add({ days: offset }).toString());
  return days.find(takes) ?? days.at(-1) ?? "";
}

function firstNotTaken(first: number, isWanted: (daysAfterTodays: number) => boolean): string {
  for (let offset = first; ; offset++) {
    const day = today().add({ days: offset }).toString();
    if (isWanted(offset % 7) && takes(day)) return day;
  }
}

/** Marks a day as taken; false if another test has it. */
function takes(day: string): boolean {
  const taken = path.join(test.info().project.outputDir, "days-taken");
  mkdirSync(taken, { recursive: true });
  try {
    mkdirSync(path.join(taken, day));
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return false;
  }
}

/** Today in the company's time zone. */
export function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(COMPANY_ZONE);
}

/** For example "Tuesday, December 1, 2026". */
export function formatLongDay(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "full" });
}

/** For example "December 2026". */
export function formatMonth(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "long", year: "numeric" });
}
