import { describe, expect, test } from "vitest";
import { paidFlag } from "~/features/booking/paid-flag";
import {
  historyPath,
  isReviewable,
  nearDay,
  shownVisits,
  statusChip,
  visitMonth,
  visitNote,
  withoutLater,
} from "./visit";

const TODAY = "2026-06-10";

test.each([
  ["confirmed", "green", "Confirmed"],
  ["pending", "amber", "Pending"],
  ["completed", "amber", "Completed"],
  ["cancelled", "amber", "Cancelled"],
] as const)("the chip of a %s visit is %s", (status, tone, label) => {
  expect(statusChip(status)).toEqual({ tone, label });
});

describe("a visit can be reviewed", () => {
  const visit = { status: "completed", order_status: "completed", date: "2026-06-09" } as const;
  test.each([
    ["once it is past and was paid for", visit, true],
    ["though staff have not ticked it off", { ...visit, status: "confirmed" as const }, true],
    ["not on its own day", { ...visit, date: TODAY }, false],
    ["not before it", { ...visit, date: "2026-06-11" }, false],
    ["not when it was cancelled", { ...visit, status: "cancelled" as const }, false],
    ["not while it is pending", { ...visit, status: "pending" as const }, false],
    ["not unpaid", { ...visit, order_status: "pending" as const }, false],
  ])("%s", (_when, given, expected) => {
    expect(isReviewable(given, TODAY)).toBe(expected);
  });
});

describe("the note of a visit", () => {
  const pending = { status: "pending", order_status: "pending", flag: null } as const;
  test.each([
    ["held", { ...pending, hold: "open" as const }, /^Not paid yet\. We’re holding this time/],
    ["held no longer", { ...pending, hold: "over" as const }, /time to pay .* has run out/],
    ["booked by telephone", { ...pending, hold: null }, /^Not paid yet\. We’ll be in touch/],
    ["in need of attention", { ...pending, flag: flagged("Call first."), hold: null }, /contact you shortly/],
    [
      "paid with another amount",
      { ...pending, flag: flagged("Paid 1.00 USD instead of 159.00 USD."), hold: null },
      /^We received \$1\.00 instead of \$159\.00\. Your time is reserved/,
    ],
    [
      "cancelled after another amount was paid",
      {
        ...pending,
        status: "cancelled" as const,
        order_status: "failed" as const,
        paid_otherwise: "$1.00",
        hold: null,
      },
      /See its details for your refund/,
    ],
    ["cancelled", { ...pending, status: "cancelled" as const, hold: null }, /was cancelled/],
  ])("%s", (_state, visit, words) => {
    expect(visitNote(visit)).toMatch(words);
  });
  function flagged(needs_attention: string) {
    return paidFlag({ booking: { status: "pending", crew_id: "ann", needs_attention }, order: null });
  }
  test("says nothing of a confirmed one", () => {
    expect(visitNote({ ...pending, status: "confirmed", order_status: "completed", hold: null })).toBeNull();
  });
});

test.each([
  ["2026-06-10", "Today"],
  ["2026-06-11", "Tomorrow"],
  ["2026-06-12", null],
])("%s is %s", (date, word) => {
  expect(nearDay(date, TODAY)).toBe(word);
});

test("tomorrow comes after a month's end, too", () => {
  expect(nearDay("2026-07-01", "2026-06-30")).toBe("Tomorrow");
});

describe("the month of the overview", () => {
  const visits = [{ date: "2026-07-02" }, { date: "2026-08-20" }];
  test("is that of the next visit, else today's", () => {
    expect(visitMonth(visits, TODAY, null).month).toBe("2026-07");
    expect(visitMonth([], TODAY, null)).toMatchObject({ month: "2026-06", previous: null });
  });
  test("is the one asked for, with its neighbours", () => {
    expect(visitMonth(visits, TODAY, "2026-08")).toMatchObject({
      month: "2026-08",
      previous: "2026-07",
      next: "2026-09",
    });
    expect(visitMonth(visits, TODAY, "2026-06").previous).toBeNull();
  });
  test.each(["2026-05", "2126-05", "2026-13", "july", ""])(
    "is the next visit's when asked for %s",
    (asked) => {
      expect(visitMonth(visits, TODAY, asked).month).toBe("2026-07");
    },
  );
});

describe("the history", () => {
  const visits = Array.from({ length: 25 }, (_, number) => ({ id: `v${number}` }));
  test.each([
    [null, null, 10, 20],
    ["20", null, 20, 30],
    ["30", null, 30, null],
    ["1e9", null, 10, 20],
    ["-5", null, 10, 20],
    [null, "v14", 15, 25],
    [null, "other", 10, 20],
  ])("asked for %s with %s open shows %d, then %s", (asked, open, shown, more) => {
    expect(shownVisits(visits, asked, open)).toEqual({ shown, more });
  });
  test("has short addresses", () => {
    expect(historyPath({ show: 10, visit: null })).toBe("/profile?tab=cleaning-history");
    expect(historyPath({ show: 20, visit: "v1" })).toBe(
      "/profile?tab=cleaning-history&show=20&visit=v1#visit-v1",
    );
  });
});

test("of each plan the next three visits are listed, and how many there are", () => {
  const visits = ["a", null, "a", "b", "a", "a", null].map((plan_id, id) => ({ id, plan_id }));
  const { shown, more } = withoutLater(visits);
  expect(shown.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 6]);
  expect(more).toEqual([{ plan_id: "a", first: visits[0], count: 4 }]);
});
