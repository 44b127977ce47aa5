import { expect, test } from "vitest";
import { formatFailure, formatWork } from "./work";

test("formatWork describes waiting jobs in one line", () => {
  const since = "Jun 01, 2026, 8:00 AM";
  expect(formatWork({ waiting: 0, since: null, later: 0 })).toBe("Nothing is waiting.");
  expect(formatWork({ waiting: 1200, since, later: 0 })).toBe(`1,200 waiting, the oldest since ${since}.`);
  expect(formatWork({ waiting: 1, since, later: 2 })).toBe(
    `1 waiting, the oldest since ${since}; 2 to retry later.`,
  );
  expect(formatWork({ waiting: 0, since: null, later: 1 })).toBe("1 to retry later.");
});

test("formatFailure names the queue and the number of failed jobs", () => {
  expect(formatFailure("booking-confirmed-mail", 2)).toBe("Booking confirmed mail: 2 failed in the last day");
});
