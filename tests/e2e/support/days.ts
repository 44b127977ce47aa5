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
/** Days from today. A plan starts within a month. */
const FIRST_PLAN_DAY = 19;

/** A day ("yyyy-MM-dd") for this test alone: the first without a folder that marks it as taken. */
export function ownDay(): string {
  return firstNotTaken(FIRST_DAY, (weekday) => weekday !== PLAN_DAY && weekday !== OWN_PLAN_DAY);
}

/** First day for a plan. Its visits are on a weekday on which no other test books. */
export function ownPlanDay(): string {
  return firstNotTaken(FIRST_PLAN_DAY, (weekday) => weekday === OWN_PLAN_DAY);
}

function firstNotTaken(first: number, isWanted: (daysAfterTodays: number) => boolean): string {
  const taken = path.join(test.info().project.outputDir, "days-taken");
  mkdirSync(taken, { recursive: true });
  for (let offset = first; ; offset++) {
    if (!isWanted(offset % 7)) continue;
    const day = today().add({ days: offset }).toString();
    try {
      mkdirSync(path.join(taken, day));
      return day;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
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
