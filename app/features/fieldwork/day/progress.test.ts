import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNDO_SECONDS } from "~/features/booking/office/rules";
import {
  byPlan,
  EVENT_KINDS,
  type EventKind,
  progressOf,
  tapsFrom,
  tapsOf,
  UNDO_MS,
  type VisitEvent,
} from "./progress";

const [ANA, BEN] = ["ana", "ben"];

/** Events at full minutes, one after the other. */
function events(...taps: [number, EventKind, ...string[]][]): VisitEvent[] {
  return taps.map(([minute, kind, ...members], index) => ({
    id: `e${index}`,
    kind,
    members,
    item_id: kind.endsWith("checked") ? "item" : null,
    undoes: null,
    at: minute * 60_000,
  }));
}

const spansOf = (list: VisitEvent[]) =>
  progressOf(list).spans.map(({ member_id, kind, from, to }) => [
    member_id,
    kind,
    from / 60_000,
    to === null ? null : to / 60_000,
  ]);

test.each([
  ["the morning of an evening's visit", "19:00:00", "2026-06-17T05:30", "now"],
  ["an evening before a morning's visit", "08:00:00", "2026-06-16T21:00", "earlier"],
  ["the drive to a visit after midnight", "00:30:00", "2026-06-16T23:40", "now"],
] as const)(
  "%s at %s: what is tapped at %s belongs to its plan of %s",
  (_, scheduled_time, tapped, which) => {
    const instant = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime("America/New_York");
    const starts_at = instant(`2026-06-17T${scheduled_time}`).toInstant();
    const taps = events([instant(tapped).epochMilliseconds / 60_000, "started", ANA]);
    expect(byPlan(taps, tapsFrom({ starts_at, scheduled_time }))[which]).toEqual(taps);
  },
);

describe("the day of a visit", () => {
  test("a visit nobody has tapped is to do", () => {
    expect(progressOf([])).toMatchObject({ state: "to do", since: null, present: [], spans: [] });
  });

  test("drive, work, break and work again make spans for each member", () => {
    const day = events(
      [0, "on_my_way", ANA, BEN],
      [20, "started", ANA, BEN],
      [60, "paused", ANA, BEN],
      [70, "resumed", ANA, BEN],
      [100, "finished", ANA],
    );
    expect(spansOf(day).filter(([who]) => who === ANA)).toEqual([
      [ANA, "drive", 0, 20],
      [ANA, "job", 20, 60],
      [ANA, "break", 60, 70],
      [ANA, "job", 70, 100],
    ]);
    expect(progressOf(day)).toMatchObject({
      state: "done",
      started_at: 20 * 60_000,
      finished_at: 100 * 60_000,
      present: [],
    });
  });

  test("who comes later joins, and the finish ends it for all", () => {
    expect(spansOf(events([0, "started", ANA], [30, "started", BEN], [60, "finished", ANA]))).toEqual([
      [ANA, "job", 0, 60],
      [BEN, "job", 30, 60],
    ]);
  });

  test("two members who tap the same stop agree: the second start changes nothing", () => {
    expect(spansOf(events([0, "started", ANA, BEN], [2, "started", ANA, BEN]))).toEqual([
      [ANA, "job", 0, null],
      [BEN, "job", 0, null],
    ]);
  });

  test("nothing after the finish changes anybody's time, but items can still be checked", () => {
    const late = events([0, "started", ANA], [60, "finished", ANA], [70, "started", ANA], [80, "checked"]);
    expect(spansOf(late)).toEqual([[ANA, "job", 0, 60]]);
    expect(progressOf(late)).toMatchObject({ state: "done", checked: ["item"] });
  });

  test("an unchecked item is to do again", () => {
    expect(progressOf(events([0, "checked"], [1, "unchecked"])).checked).toEqual([]);
  });

  test.each([
    ["to do", []],
    ["on the way", [[0, "on_my_way", ANA]]],
    ["working", [[0, "started", ANA]]],
    [
      "paused",
      [
        [0, "started", ANA],
        [5, "paused", ANA],
      ],
    ],
    [
      "done",
      [
        [0, "started", ANA],
        [5, "finished", ANA],
      ],
    ],
  ] as const)("each tap offered to a visit that is %s changes its state", (state, taps) => {
    const list = events(...(taps as unknown as [number, EventKind, ...string[]][]));
    expect(progressOf(list).state).toBe(state);
    for (const kind of tapsOf(state)) {
      const after = progressOf([
        ...list,
        { id: "z", kind, members: [ANA], item_id: null, undoes: null, at: 600_000 },
      ]);
      expect(after.state).not.toBe(state);
    }
  });
});

describe("a tap that was taken back", () => {
  const undo = (minute: number, undoes: string): VisitEvent => ({
    ...{ id: `undo of ${undoes}`, kind: "undone", members: [], item_id: null, undoes },
    at: minute * 60_000,
  });
  const day = events([0, "started", ANA, BEN], [60, "finished", ANA]);

  test("never was: after an undone finish everybody is still at work", () => {
    expect(progressOf([...day, undo(60.25, "e1")])).toMatchObject({
      ...{ state: "working", since: 0, finished_at: null, present: [ANA, BEN] },
    });
    expect(progressOf([...day, undo(0.1, "e0")])).toMatchObject({ state: "done", spans: [] });
  });

  test("is as if it never was also for what came after it", () => {
    const again = { ...events([70, "finished", BEN])[0], id: "again" } as VisitEvent;
    expect(progressOf([...day, undo(60.25, "e1"), again]).finished_at).toBe(70 * 60_000);
  });

  test("stays when it was long ago, or is of another visit", () => {
    expect(progressOf([...day, undo(61, "e1")]).state).toBe("done");
    expect(progressOf([...day, undo(60, "other")]).state).toBe("done");
  });

  test("can be taken back as long as the office can undo a status", () => {
    expect(UNDO_MS).toBe(UNDO_SECONDS * 1000);
  });
});

describe("whatever order events arrive in", () => {
  const anEvent = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...EVENT_KINDS),
    members: fc.uniqueArray(fc.constantFrom(ANA, BEN), { minLength: 1 }),
    item_id: fc.constantFrom("one", "two"),
    undone: fc.nat(),
    at: fc.integer({ min: 0, max: 50 }),
  });
  /** Events with different ids; what is undone is one of them. */
  const someEvents = fc.uniqueArray(anEvent, { selector: ({ id }) => id, maxLength: 25 }).map((list) =>
    list.map(({ undone, ...event }): VisitEvent => {
      const undoes = event.kind === "undone" ? (list[undone % list.length]?.id ?? null) : null;
      return { ...event, undoes };
    }),
  );

  test("shuffled and doubled events lead to the same day", () => {
    fc.assert(
      fc.property(
        someEvents.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length }),
            fc.array(fc.constantFrom(...(list.length > 0 ? list : [undefined]))),
          ),
        ),
        ([list, shuffled, again]) => {
          const doubled = [...shuffled, ...again.filter((one) => one !== undefined)];
          expect(progressOf(doubled)).toEqual(progressOf(list));
        },
      ),
    );
  });

  test("nobody is in two places at once, and no span ends before it begins", () => {
    fc.assert(
      fc.property(someEvents, (list) => {
        const { spans } = progressOf(list);
        for (const who of [ANA, BEN]) {
          const own = spans.filter(({ member_id }) => member_id === who);
          own.forEach(({ from, to }, index) => {
            expect(to ?? Number.POSITIVE_INFINITY).toBeGreaterThan(from);
            const next = own[index + 1];
            if (next) expect(next.from).toBeGreaterThanOrEqual(to ?? Number.POSITIVE_INFINITY);
          });
        }
      }),
    );
  });
});
