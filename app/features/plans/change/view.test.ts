import { describe, expect, test } from "vitest";
import { planPath, releasedVisits, someDays, standing } from "./view";

test("a guest's key goes along", () => {
  expect(planPath({ id: "p", key: "k" }, "skip", { visit: "v" })).toBe("/plans/p/skip?key=k&visit=v");
  expect(planPath({ id: "p", key: null })).toBe("/plans/p");
});

test("a pause takes away what lies within it, and nothing twice", () => {
  const visits = [
    { own_date: "2026-12-08", state: "coming" },
    { own_date: "2026-12-21", state: "coming" },
    { own_date: "2027-01-05", state: "skipped" },
    { own_date: "2027-01-19", state: "coming" },
    { own_date: "2027-01-21", state: "coming" },
  ] as const;
  const days = (from: string, until: string | null) =>
    releasedVisits(visits, from, until).map(({ own_date }) => own_date);
  expect(days("2026-12-21", "2027-01-21")).toEqual(["2026-12-21", "2027-01-19"]);
  expect(days("2026-12-21", null)).toEqual(["2026-12-21", "2027-01-19", "2027-01-21"]);
});

test("many days are named in part", () => {
  const days = ["2026-12-08", "2026-12-15", "2026-12-22"].map((date) => ({ date }));
  expect(someDays(days, 2)).toBe("Tuesday, December 8; Tuesday, December 15 and 1 more");
});

describe("how a plan stands", () => {
  const plan = {
    status: "active",
    paused_from: null,
    resumes_on: null,
    ends_on: null,
    ended_on: null,
  } as const;
  test.each([
    [plan, null],
    [
      { ...plan, ends_on: "2026-12-20" },
      "This plan ends on Dec 20, 2026. Visits until then go ahead as planned.",
    ],
    [
      { ...plan, paused_from: "2026-12-21", resumes_on: "2027-01-21" },
      "Paused from Dec 21, 2026 until Jan 20, 2027. No visits or charges until then.",
    ],
    [
      { ...plan, paused_from: "2026-12-21" },
      "Paused from Dec 21, 2026 until you resume. No visits or charges until then.",
    ],
    [{ ...plan, status: "ended", ended_on: "2026-12-01" } as const, "This plan ended on Dec 01, 2026."],
  ])("%j: %s", (one, words) => {
    expect(standing(one)).toBe(words);
  });
});
