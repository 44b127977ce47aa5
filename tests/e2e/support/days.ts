import { test } from "@playwright/test";

/** Where the company is: 'today' and every slot are meant there. */
export const COMPANY_ZONE = "America/New_York";

/** Beyond the visits of the demo company, so that every slot is free. */
const FIRST_DAY = 30;
const WORKERS = 8;
let given = 0;

/** A day ("yyyy-MM-dd") that no other test books. */
export function ownDay(): string {
  const { workerIndex } = test.info();
  const offset = FIRST_DAY + (workerIndex % WORKERS) + WORKERS * given++;
  return today().add({ days: offset }).toString();
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
  return Temporal.PlainDate.from(day).toLocaleString("en-US", {
    month: "long",
    year: "numeric",
    calendar: "gregory",
  });
}
