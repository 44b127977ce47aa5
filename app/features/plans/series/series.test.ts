import { describe, expect, test } from "vitest";
import { formatSeries, openDays, priceOf, seriesState, stateWords, usualGap, usualVisits } from "./series";

const at = (date: string, time = "09:00") => ({ date, time });
type Frequency = "weekly" | "biweekly" | "monthly" | "other";
const open = (
  frequency: Frequency,
  visits: ReturnType<typeof at>[],
  until: string,
  more: { after?: string; cancelled?: ReturnType<typeof at>[] } = {},
) =>
  openDays(usualVisits(visits, frequency), {
    ...{ frequency, visits, after: visits.at(-1)?.date ?? "", until, cancelled: [], ...more },
  });
const days = (...asked: Parameters<typeof open>) =>
  open(...asked).map(({ date, like }) => `${date} ${like.time}`);

describe("the next visits of a series", () => {
  test("go on every week after the last one, until the day that is asked for", () => {
    expect(days("weekly", [at("2026-06-01"), at("2026-06-08")], "2026-06-29")).toEqual([
      "2026-06-15 09:00",
      "2026-06-22 09:00",
      "2026-06-29 09:00",
    ]);
  });

  test("go on every other week, from a single visit too", () => {
    expect(days("biweekly", [at("2026-06-01")], "2026-06-30")).toEqual([
      "2026-06-15 09:00",
      "2026-06-29 09:00",
    ]);
  });

  test("come on each of its weekdays where a week has several, at the time of each", () => {
    const visits = [at("2026-06-01"), at("2026-06-04", "13:00"), at("2026-06-08"), at("2026-06-11", "13:00")];
    expect(days("weekly", visits, "2026-06-20")).toEqual(["2026-06-15 09:00", "2026-06-18 13:00"]);
  });

  test("keep the usual weekday and time when the last visit was moved once", () => {
    const visits = [at("2026-06-01"), at("2026-06-08"), at("2026-06-15"), at("2026-06-23", "15:00")];
    expect(days("weekly", visits, "2026-07-01")).toEqual(["2026-06-29 09:00"]);
    expect(days("weekly", [...visits, at("2026-06-29", "11:00")], "2026-07-06")).toEqual([
      "2026-07-06 09:00",
    ]);
  });

  test("come on the same weekday of each month, or on its day where it comes by the date", () => {
    expect(days("monthly", [at("2026-06-09"), at("2026-07-14")], "2026-09-30")).toEqual([
      "2026-08-11 09:00",
      "2026-09-08 09:00",
    ]);
    expect(days("monthly", [at("2026-11-30"), at("2026-12-30")], "2027-03-31")).toEqual([
      "2027-01-30 09:00",
      "2027-02-28 09:00",
      "2027-03-30 09:00",
    ]);
    const laid = [at("2027-01-30"), at("2027-02-28")];
    expect(days("monthly", laid, "2027-04-30")).toEqual(["2027-03-30 09:00", "2027-04-30 09:00"]);
  });

  test("keep the gap of another rhythm in whole weeks on its weekday, and can't be told from one visit", () => {
    const visits = [at("2026-06-01"), at("2026-06-22"), at("2026-07-14")];
    expect(usualGap(visits)).toBe(21);
    expect(days("other", visits, "2026-08-30")).toEqual(["2026-08-03 09:00", "2026-08-24 09:00"]);
    expect(days("other", [at("2026-06-01")], "2027-06-01")).toEqual([]);
  });
});

describe("days of a series without a visit", () => {
  const missing = (...asked: Parameters<typeof open>) =>
    open(...asked).map(({ date, missing }) => `${date.slice(5)} ${missing ?? "next"}`);
  const after = "2026-06-01";

  test("are those that were left out between its visits, and those after the last one", () => {
    const visits = [at("2026-06-01"), at("2026-06-08"), at("2026-06-22"), at("2026-06-29")];
    expect(missing("weekly", visits, "2026-07-06", { after })).toEqual(["06-15 left out", "07-06 next"]);
    expect(missing("weekly", visits, "2026-07-06", { after: "2026-06-15" })).toEqual(["07-06 next"]);
    const monthly = [at("2026-04-14"), at("2026-05-12"), at("2026-07-14")];
    expect(missing("monthly", monthly, "2026-08-31", { after })).toEqual(["06-09 left out", "08-11 next"]);
  });

  test("say that their visit was cancelled, also after the last one and when it had been moved", () => {
    const visits = [at("2026-06-01"), at("2026-06-08"), at("2026-06-22")];
    const cancelled = [at("2026-06-08"), at("2026-06-16"), at("2026-06-29")];
    expect(missing("weekly", visits, "2026-07-06", { after, cancelled })).toEqual([
      ...["06-15 cancelled", "06-29 cancelled", "07-06 next"],
    ]);
  });

  test("are none from which a visit was moved, to a later weekday or an earlier one", () => {
    const later = [at("2026-06-01"), at("2026-06-08"), at("2026-06-19"), at("2026-06-22")];
    expect(missing("weekly", later, "2026-06-29", { after })).toEqual(["06-29 next"]);
    const earlier = [at("2026-06-01"), at("2026-06-08"), at("2026-06-12")];
    expect(missing("weekly", earlier, "2026-06-22", { after })).toEqual(["06-22 next"]);
    const twice = [at("2026-06-01"), at("2026-06-04"), at("2026-06-08"), at("2026-06-11"), at("2026-06-15")];
    expect(missing("weekly", [...twice, at("2026-06-19")], "2026-06-25", { after })).toEqual([
      ...["06-22 next", "06-25 next"],
    ]);
  });

  test("are none where the series began to come in other weeks", () => {
    const visits = [at("2026-06-01"), at("2026-06-15"), at("2026-07-06"), at("2026-07-20")];
    expect(missing("biweekly", visits, "2026-08-03", { after })).toEqual(["08-03 next"]);
  });
});

test("a series says when it comes", () => {
  const said = (frequency: "weekly" | "monthly" | "other", ...visits: ReturnType<typeof at>[]) =>
    formatSeries(usualVisits(visits, frequency), frequency, visits);
  expect(said("weekly", at("2026-06-01"), at("2026-06-04", "13:00"), at("2026-06-08"))).toBe(
    "Every Monday at 9:00 AM, every Thursday at 1:00 PM",
  );
  expect(said("other", at("2026-06-01"), at("2026-06-22"))).toBe("Every 3 weeks at 9:00 AM");
  expect(said("monthly", at("2026-06-15"), at("2026-07-15"))).toBe("Every month on day 15 at 9:00 AM");
  expect(said("other")).toBe("Another rhythm");
});

test("a series needs attention from 28 days before its last visit, unless it ended or was sold", () => {
  const state = (last: string | null, more = {}) =>
    seriesState({ ended_at: null, plan_status: null, last, ...more }, "2026-06-01");
  expect(state("2026-06-29")).toBe("on");
  expect(state("2026-06-28")).toBe("soon");
  expect(state(null)).toBe("soon");
  expect(state(null, { ended_at: "then" })).toBe("ended");
  expect(state(null, { ended_at: "then", plan_status: "active" })).toBe("sold");
  expect(state(null, { plan_status: "pending" })).toBe("waiting");
  expect(["2026-06-28", "2026-05-01", null].map((last) => stateWords("soon", last, "2026-06-01"))).toEqual([
    "Ends Jun 28, 2026",
    "Ran out May 01, 2026",
    "No visits",
  ]);
});

test("the next visit costs the whole price, also where the last one was paid in the other program", () => {
  const lines = [
    { label: "Regular Cleaning", amount: 15_000 },
    { label: "Discount", amount: -1_000 },
    { label: "Paid in Jobber", amount: -14_000 },
  ];
  expect(priceOf(lines)).toEqual({ lines: lines.slice(0, 2), total: 14_000 });
});
