import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "@playwright/test";

/** Where the company is: 'today' and every slot are meant there. */
export const COMPANY_ZONE = "America/New_York";

/** In days from today: beyond the visits of the demo company, so that every slot is free. */
const FIRST_DAY = 30;

/** A day ("yyyy-MM-dd") that no other test of this run books: the first that no folder marks as taken. */
export function ownDay(): string {
  const taken = path.join(test.info().project.outputDir, "days-taken");
  mkdirSync(taken, { recursive: true });
  for (let offset = FIRST_DAY; ; offset++) {
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
export function monthInWords(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "long", year: "numeric" });
}
