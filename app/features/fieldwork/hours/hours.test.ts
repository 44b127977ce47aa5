import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventKind, VisitEvent } from "~/features/fieldwork/day/progress";
import { checkSpan, localTime } from "./forms";
import {
  flagOf,
  formatMinutes,
  type HourEdit,
  type HourSpan,
  minutesByDay,
  presentAt,
  spansOf,
} from "./hours";
import { askedWeek, formatWeek, momentsOf, mondayOf } from "./week";

const ZONE = "America/New_York";
const [ANA, BEN] = ["ana", "ben"];
const VISIT = "visit";

const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).epochMilliseconds;

/** A span in New York's time; `to` null: without an end. */
function span(from: string, to: string | null, changes: Partial<HourSpan> = {}): HourSpan {
  const times = { from: at(from), to: to === null ? null : at(to) };
  return { ref: from, booking_id: VISIT, member_id: ANA, kind: "job", edited: false, ...times, ...changes };
}

function events(...taps: [string, EventKind, ...string[]][]): VisitEvent[] {
  return taps.map(([when, kind, ...members], index) => ({
    id: `e${index}`,
    kind,
    members,
    item_id: null,
    undoes: null,
    at: at(when),
  }));
}

const edit = (position: number, changes: Partial<HourEdit>): HourEdit => ({
  ...{ id: `edit ${position}`, position, member_id: ANA, replaces: null, span: null },
  ...changes,
});

describe("the hours of a day", () => {
  test("a span over midnight counts for both days, and in a week for the days of it", () => {
    const days = minutesByDay([span("2026-06-14T22:30", "2026-06-15T01:15")], ZONE);
    expect([...days]).toEqual([
      ["2026-06-14", { job: 90, drive: 0, break: 0 }],
      ["2026-06-15", { job: 75, drive: 0, break: 0 }],
    ]);
    expect(["2026-06-14", "2026-06-15"].map(mondayOf)).toEqual(["2026-06-08", "2026-06-15"]);
  });

  test.each([
    ["2026-03-08", 23],
    ["2026-11-01", 25],
    ["2026-06-10", 24],
  ])("%s has %i hours, as the clocks are changed", (day, hours) => {
    const { from, to } = { from: at(`${day}T00:00`), to: at(`${day}T12:00`) + 12 * 3_600_000 };
    const days = minutesByDay([{ ...span(`${day}T00:00`, null), from, to }], ZONE);
    expect(days.get(day)?.job).toBe(hours * 60);
    expect(days.size).toBe(1);
  });

  test("two visits that are open at once count once, and driving to one gives way to the job at the other", () => {
    const days = minutesByDay(
      [
        span("2026-06-10T08:00", "2026-06-10T10:00"),
        span("2026-06-10T09:00", "2026-06-10T11:00", { booking_id: "other" }),
        span("2026-06-10T10:30", "2026-06-10T11:30", { kind: "drive" }),
        span("2026-06-10T11:15", "2026-06-10T12:00", { kind: "break" }),
      ],
      ZONE,
    );
    expect(days.get("2026-06-10")).toEqual({ job: 180, drive: 30, break: 30 });
  });

  test("whatever spans there are, a day's minutes are those that some span covers, to half a minute", () => {
    const start = at("2026-03-07T12:00");
    const one = fc.record({
      from: fc.nat({ max: 3 * 86_400 }),
      length: fc.nat({ max: 30 * 3_600 }),
      kind: fc.constantFrom("job" as const, "drive" as const, "break" as const),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (drawn) => {
        const spans = drawn.map(({ from, length, kind, open }, index): HourSpan => {
          const begins = start + from * 1000;
          const times = { from: begins, to: open ? null : begins + length * 1000 };
          return { ref: `${index}`, booking_id: VISIT, member_id: ANA, kind, edited: false, ...times };
        });
        const days = minutesByDay(spans, ZONE);
        const covered = new Map<string, number>();
        for (let second = start; second < start + 5 * 86_400_000; second += 60_000) {
          const isCovered = spans.some(({ from, to }) => to !== null && from <= second && second < to);
          const day = localTime(second, ZONE).slice(0, 10);
          if (isCovered) covered.set(day, (covered.get(day) ?? 0) + 1);
        }
        for (const [day, { job, drive, break: rest }] of days) {
          const sum = job + drive + rest;
          expect(Math.min(job, drive, rest)).toBeGreaterThanOrEqual(0);
          expect(sum).toBeLessThanOrEqual(day === "2026-03-08" ? 23 * 60 : 24 * 60);
          // Counting whole minutes is off by one for each beginning and end.
          expect(Math.abs(sum - (covered.get(day) ?? 0))).toBeLessThanOrEqual(spans.length + 1);
        }
        const jobs = (list: Map<string, { job: number }>) =>
          new Map([...list].flatMap(([day, { job }]) => (job > 0 ? [[day, job] as const] : [])));
        const alone = spans.filter(({ kind }) => kind === "job");
        expect(jobs(days)).toEqual(jobs(minutesByDay(alone, ZONE)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a missing clock-out", () => {
  const spans = spansOf({
    taps_from: 0,
    booking_id: VISIT,
    events: events(["2026-06-10T08:00", "started", ANA]),
    edits: [],
  });

  test("is flagged on the next day, and counts for nothing", () => {
    const [open] = spans as [HourSpan];
    expect(flagOf(open, { today: "2026-06-10", zone: ZONE })).toBeNull();
    expect(flagOf(open, { today: "2026-06-11", zone: ZONE })).toBe("no end");
    expect(minutesByDay(spans, ZONE).size).toBe(0);
    expect([...presentAt(spans)]).toEqual([[ANA, 0]]);
  });

  test("is set right by an edit, which stands when the tap arrives after all", () => {
    const set = edit(1, {
      replaces: spans[0]?.ref ?? "",
      span: { kind: "job", from: at("2026-06-10T08:00"), to: at("2026-06-10T10:00") },
    });
    const late = events(["2026-06-10T08:00", "started", ANA], ["2026-06-10T12:00", "finished", ANA]);
    for (const taps of [late.slice(0, 1), late]) {
      const corrected = spansOf({ booking_id: VISIT, taps_from: 0, events: taps, edits: [set] });
      expect(corrected).toHaveLength(1);
      expect(minutesByDay(corrected, ZONE).get("2026-06-10")?.job).toBe(120);
      expect(flagOf(corrected[0] as HourSpan, { today: "2026-06-20", zone: ZONE })).toBeNull();
    }
  });

  test("that was tapped the next morning is flagged as long, until somebody confirms it", () => {
    const long = span("2026-06-10T08:00", "2026-06-11T07:00");
    expect(flagOf(long, { today: "2026-06-12", zone: ZONE })).toBe("long");
    expect(flagOf({ ...long, edited: true }, { today: "2026-06-12", zone: ZONE })).toBeNull();
  });
});

test("edits follow one another: one is replaced, then removed; another member's stay", () => {
  const taps = events(["2026-06-10T08:00", "started", ANA, BEN], ["2026-06-10T10:00", "finished", ANA]);
  const ref = `job@${at("2026-06-10T08:00")}`;
  const half = { kind: "job" as const, from: at("2026-06-10T08:00"), to: at("2026-06-10T09:00") };
  const edits = [
    edit(2, { replaces: "edit 1" }),
    edit(1, { replaces: ref, span: half }),
    edit(3, { span: half }),
  ];
  const left = (list: HourEdit[]) =>
    [...presentAt(spansOf({ booking_id: VISIT, taps_from: 0, events: taps, edits: list }))].map(
      ([, minutes]) => minutes,
    );
  expect([left([]), left(edits.slice(1, 2)), left(edits)]).toEqual([
    [120, 120],
    [60, 120],
    [60, 120],
  ]);
  expect(left(edits.slice(0, 2))).toEqual([120]);
});

describe("the form of a span", () => {
  const now = at("2026-12-01T00:00");
  const typed = { kind: "job", from: "2026-06-10T08:00", to: "2026-06-10T09:30", reason: " Forgot  to tap " };

  test("reads company time, and keeps a time to the second that was left as it was", () => {
    const before = { from: at("2026-06-10T08:00") + 42_000, to: null };
    expect(checkSpan(typed, { zone: ZONE, now, before })).toEqual({
      ok: true,
      span: { kind: "job", from: before.from, to: at("2026-06-10T09:30") },
      reason: "Forgot to tap",
    });
  });

  test.each([
    [{ to: "2026-06-10T08:00" }, { to: "The end must be after the start." }],
    [{ to: "2026-06-12T08:00" }, { to: "At most 24 hours in one piece." }],
    [{ from: "2027-06-10T08:00", to: "2027-06-10T09:00" }, { to: "The end can't be in the future." }],
    [{ from: "yesterday" }, { from: "Enter the day and time of the start." }],
    [{ from: "2026-02-30T08:00" }, { from: "Enter the day and time of the start." }],
    [
      { from: "2026-03-08T02:30", to: "2026-03-08T05:00" },
      { from: expect.stringContaining("The clocks change") },
    ],
    [
      { from: "2026-11-01T00:30", to: "2026-11-01T01:30" },
      { to: expect.stringContaining("The clocks change") },
    ],
    [{ kind: "lunch" }, { kind: "Choose job, drive or break." }],
    [{ reason: " " }, { reason: "Enter a reason." }],
  ])("refuses %j in words at the field", (changes, errors) => {
    expect(checkSpan({ ...typed, ...changes }, { zone: ZONE, now })).toEqual({ ok: false, errors });
  });
});

describe("a week", () => {
  test("begins on Monday, and has 167 to 169 hours", () => {
    const hours = ["2026-03-02", "2026-10-26", "2026-06-08"].map((monday) => {
      const { from, to } = momentsOf(monday, ZONE);
      return (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000;
    });
    expect(hours).toEqual([167, 169, 168]);
    expect(
      ["2026-06-10", "nonsense", "9999-12-31", null].map((asked) => askedWeek(asked, "2026-06-17")),
    ).toEqual([...["2026-06-08", "2026-06-15", "2026-06-15", "2026-06-15"]]);
  });

  test.each([
    ["2026-06-08", "Jun 8 – 14, 2026"],
    ["2026-06-29", "Jun 29 – Jul 5, 2026"],
    ["2026-12-28", "Dec 28, 2026 – Jan 3, 2027"],
  ])("%s is called %s", (monday, words) => expect(formatWeek(monday)).toBe(words));

  test("minutes are said in hours", () => {
    expect([0, 45, 60, 425, -30].map(formatMinutes)).toEqual([
      "–",
      "45 min",
      "1 h 00 min",
      "7 h 05 min",
      "−30 min",
    ]);
  });
});

test("a visit that was begun and then moved to another day has an open end there and begins anew", () => {
  const taps = events(
    ["2026-06-10T08:00", "started", ANA],
    ["2026-06-17T08:05", "started", ANA],
    ["2026-06-17T11:00", "finished", ANA],
  );
  const moved = { booking_id: VISIT, taps_from: at("2026-06-17T00:00"), events: taps, edits: [] };
  expect(spansOf(moved)).toMatchObject([
    { from: at("2026-06-10T08:00"), to: null },
    { from: at("2026-06-17T08:05"), to: at("2026-06-17T11:00") },
  ]);
});
