import { describe, expect, test } from "vitest";
import { ALWAYS_OPEN } from "~/features/scheduling/availability/opening-hours";
import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { decideReschedule, type Movable, type Wish, whyNotMovable } from "./reschedule";

const zone = "America/New_York";
const starts_at = Temporal.Instant.from("2026-06-10T12:00:00Z");
const slot = { date: "2026-06-10", time: "8:00 AM" };
const visit: Movable = {
  status: "confirmed",
  starts_at,
  ends_at: starts_at.add({ minutes: 200 }),
  policy: { full_refund_hours: 24, late_fee_percent: 50 },
  late_fee_applies: false,
  slot,
  startTimes: SLOT_TIMES,
};
const wish: Wish = { date: "2026-06-12", time: "2:00 PM", from: slot };

type Changes = { visit?: Partial<Movable>; wish?: Partial<Wish>; now?: string };

function decide({ visit: changed, wish: wished, now: at = "2026-06-01T12:00:00Z" }: Changes = {}) {
  const now = Temporal.Instant.from(at);
  const today = now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const closures = [
    { date: "2026-06-20", time: null },
    { date: "2026-06-21", time: "8:00 AM" as const },
  ];
  const calendar = { today, now, zone, closures, hours: ALWAYS_OPEN };
  return decideReschedule({ ...visit, ...changed }, { ...wish, ...wished }, calendar);
}

describe("a visit that is moved", () => {
  test("keeps its length to the minute", () => {
    expect(decide()).toEqual({
      ok: true,
      slot: "2:00 PM",
      range: {
        start: Temporal.Instant.from("2026-06-12T18:00:00Z"),
        end: Temporal.Instant.from("2026-06-12T21:20:00Z"),
      },
      late_fee_applies: false,
    });
  });

  test("keeps its length over a clock change", () => {
    const moved = decide({ wish: { date: "2026-11-01", time: "8:00 AM" }, now: "2026-06-01T12:00:00Z" });
    expect(moved).toMatchObject({
      range: {
        start: Temporal.Instant.from("2026-11-01T13:00:00Z"),
        end: Temporal.Instant.from("2026-11-01T16:20:00Z"),
      },
    });
  });

  test.each([
    ["exactly 24 hours before its start costs nothing", "2026-06-09T12:00:00Z", false, false],
    ["a second later keeps the late fee", "2026-06-09T12:00:01Z", false, true],
    ["once late stays late, however early it is moved again", "2026-06-01T12:00:00Z", true, true],
  ])("%s", (_when, now, late_fee_applies, expected) => {
    expect(decide({ now, visit: { late_fee_applies } })).toMatchObject({
      ok: true,
      late_fee_applies: expected,
    });
  });
});

describe("refused is", () => {
  test.each<[string, Changes, Record<string, unknown>]>([
    ["a visit that has begun", { now: "2026-06-10T12:00:00Z" }, { reason: "not movable" }],
    ["a pending one", { visit: { status: "pending" } }, { reason: "not movable" }],
    ["a cancelled one", { visit: { status: "cancelled" } }, { reason: "not movable" }],
    ["a completed one", { visit: { status: "completed" } }, { reason: "not movable" }],
    ["who saw another day", { wish: { from: { ...slot, date: "2026-06-11" } } }, { reason: "changed" }],
    ["who saw another time", { wish: { from: { ...slot, time: "10:00 AM" } } }, { reason: "changed" }],
    ["the same time", { wish: slot }, { reason: "invalid", field: "time" }],
    ["yesterday", { wish: { date: "2026-05-31" } }, { reason: "invalid", field: "date" }],
    ["a day that doesn't exist", { wish: { date: "2026-06-31" } }, { reason: "invalid", field: "date" }],
    ["no day at all", { wish: { date: "" } }, { reason: "invalid", field: "date" }],
    ["a NUL", { wish: { date: "\0" } }, { reason: "invalid", field: "date" }],
    ["more than a year ahead", { wish: { date: "2027-06-02" } }, { reason: "invalid", field: "date" }],
    ["a time that is no slot", { wish: { time: "9:00 AM" } }, { reason: "invalid", field: "time" }],
    ["a time as another clock writes it", { wish: { time: "14:00" } }, { reason: "invalid", field: "time" }],
    [
      "an hour of today that has passed",
      { wish: { date: "2026-06-01", time: "8:00 AM" } },
      { field: "time" },
    ],
    ["a closed day", { wish: { date: "2026-06-20" } }, { reason: "invalid", field: "date" }],
    [
      "a closed time",
      { wish: { date: "2026-06-21", time: "8:00 AM" } },
      { reason: "invalid", field: "time" },
    ],
  ])("%s", (_what, changes, expected) => {
    const outcome = decide(changes);
    expect(outcome).toMatchObject({ ok: false, ...expected });
    expect(outcome).toHaveProperty("message", expect.stringMatching(/\w/));
  });

  test("says where the visit is when it was changed elsewhere", () => {
    expect(decide({ wish: { from: { ...slot, time: "4:00 PM" } } })).toMatchObject({
      message: expect.stringContaining("Wednesday, June 10, 2026 at 8:00 AM"),
    });
  });
});

test("a confirmed visit can be moved until it begins", () => {
  expect(whyNotMovable(visit, starts_at.subtract({ nanoseconds: 1 }))).toBeNull();
  expect(whyNotMovable(visit, starts_at)).toMatch(/already started/);
});
