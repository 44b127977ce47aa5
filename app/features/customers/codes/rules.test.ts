import { describe, expect, test } from "vitest";
import { decideReveal } from "./rules";

const at = (text: string) => Temporal.Instant.from(text);
const VISIT = {
  status: "confirmed" as const,
  starts_at: at("2026-06-10T12:00:00Z"),
  ends_at: at("2026-06-10T15:00:00Z"),
  crew_id: "birch",
};
const MEMBER = { crew_id: "birch", left_at: null };
const FROM = at("2026-06-10T10:00:00Z");
const UNTIL = at("2026-06-10T17:00:00Z");
const ON = { ok: true, until: UNTIL };

describe("the crew sees the codes of a visit", () => {
  test.each([
    ["a moment too early", "2026-06-10T09:59:59.999999999Z", { ok: false, reason: "too early", from: FROM }],
    ["from exactly 2 hours before the start", "2026-06-10T10:00:00Z", ON],
    ["during it", "2026-06-10T13:00:00Z", ON],
    ["until exactly 2 hours after the end", "2026-06-10T17:00:00Z", ON],
    ["a moment too late", "2026-06-10T17:00:00.000000001Z", { ok: false, reason: "too late" }],
    ["on another day", "2026-06-11T12:00:00Z", { ok: false, reason: "too late" }],
  ])("%s", (_when, now, decision) => {
    expect(decideReveal(VISIT, MEMBER, at(now))).toEqual(decision);
  });

  test("also when it is completed already", () => {
    expect(decideReveal({ ...VISIT, status: "completed" }, MEMBER, UNTIL)).toEqual(ON);
  });
});

describe("nobody sees the codes of a visit", () => {
  const no = { ok: false, reason: "not yours" };
  test.each(["pending", "cancelled"] as const)("that is %s", (status) => {
    expect(decideReveal({ ...VISIT, status }, MEMBER, VISIT.starts_at)).toEqual(no);
  });

  test("that another crew or no crew has now, whenever it is", () => {
    for (const crew_id of ["maple", null])
      for (const now of [at("2026-06-01T00:00:00Z"), VISIT.starts_at, at("2026-07-01T00:00:00Z")])
        expect(decideReveal({ ...VISIT, crew_id }, MEMBER, now)).toEqual(no);
  });

  test("who has left the crew", () => {
    expect(decideReveal(VISIT, { ...MEMBER, left_at: FROM }, VISIT.starts_at)).toEqual(no);
  });
});
