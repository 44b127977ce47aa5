import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "@playwright/test";

/** Where the company is: 'today' and every slot are meant there. */
export const COMPANY_ZONE = "America/New_York";

/** In days from today: beyond the single visits of the demo company, so that every slot is free. */
const FIRST_DAY = 30;
/** The visits of the demo company's plans and of `plan.spec.ts` come in every week on this day after today's. */
const PLAN_DAY = 6;
/** The visits of every other test's plan come on this one. */
const OWN_PLAN_DAY = 5;
/** In days from today: a plan begins within a month. */
const FIRST_PLAN_DAY = 19;

/** A day ("yyyy-MM-dd") that no other test of this run books: the first that no folder marks as taken. */
export function ownDay(): string {
  return firstNotTaken(FIRST_DAY, (weekday) => weekday !== PLAN_DAY && weekday !== OWN_PLAN_DAY);
}

/** A first day for a plan. Its visits come on a day of the week on which no other test books. */
export function ownPlanDay(): string {
  return firstNotTaken(FIRST_PLAN_DAY, (weekday) => weekday === OWN_PLAN_DAY);
}

function firstNotTaken(first: number, isMeant: (daysAfterTodays: number) => boolean): string {
  const taken = path.join(test.info().project.outputDir, "days-taken");
  mkdirSync(taken, { recursive: true });
  for (let offset = first; ; offset++) {
    if (!isMeant(offset % 7)) continue;
    const day = today().add({ days: offset }).toString();
    try {
      mkdirSync(path.join(taken, day));
      return day;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** The company's day. */
export function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(COMPANY_ZONE);
}

/** "Tuesday, December 1, 2026", as a visitor reads it. */
export function inWords(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "full" });
}

/** "December 2026" for a day of that month. */
export function formatMonth(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "long", year: "numeric" });
}
