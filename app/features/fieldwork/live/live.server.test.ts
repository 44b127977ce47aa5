import { beforeEach, describe, expect, test } from "vitest";
import { readSheets } from "~/features/fieldwork/sheet/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY, setSetting } from "../../../../tests/support/bookings";
import { aMember, anItem, report, tap } from "../../../../tests/support/crew-days";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { summaryOf } from "./live";
import { readLiveBoard } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

let office: () => StaffCtx;
let first: { id: string; crew_id: string };
let second: { id: string };
let ben: { member_id: string };

/** One crew with visits on June 10 at 8 AM and 12 PM (12:00 and 16:00 UTC), three hours each. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await aColleague(world, "dispatcher", "Olive");
  first = await confirmedVisit(ctx(), pool);
  await pool.query("update crews set is_active = (id = $1)", [first.crew_id]);
  second = await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
  ben = await aMember(pool, first.crew_id, "Ben Tuttle");
});

const taps = (kind: string, at: string, booking = first.id) =>
  tap(pool, kind, { booking, member: ben.member_id, at });
const boardAt = async (now: string) => {
  clock.set(now);
  const { crews } = await readLiveBoard(office());
  return crews[0];
};

describe("the live board", () => {
  test("shows the stops of a crew in order, with who is there and since when", async () => {
    await taps("on_my_way", "2026-06-10T11:40:00Z");
    await taps("started", "2026-06-10T12:04:00Z");
    await report(pool, "damage", { booking: first.id, member: ben.member_id, words: "A vase broke" });
    const crew = await boardAt("2026-06-10T13:00:00Z");
    expect(crew).toMatchObject({
      contact: "7:50 AM",
      stops: [
        {
          ...{ id: first.id, starts: "8:00 AM", ends: "11:00 AM", customer: "Ada Lovelace" },
          ...{ state: "working", words: "At work since 8:04 AM", late: 0, expected: null },
          ...{ present: ["Ben Tuttle"], reports: 1 },
        },
        { id: second.id, state: "to do", words: "To do", late: 0, present: [], reports: 0 },
      ],
    });
    expect(summaryOf(crew?.stops ?? [])).toEqual({ done: "0 of 2 done", isOver: false, late: 0 });
  });

  test("says how late a crew is, and when the next stops should begin", async () => {
    expect((await boardAt("2026-06-10T12:30:00Z"))?.stops).toMatchObject([
      { late: 30, expected: "Expected at 8:30 AM" },
      { late: 0, expected: null },
    ]);
    await taps("started", "2026-06-10T12:40:00Z");
    const crew = await boardAt("2026-06-10T16:20:00Z");
    expect(crew?.stops).toMatchObject([
      { state: "working", late: 80, expected: "Beyond its planned end" },
      { late: 20, expected: "Expected at 12:20 PM" },
    ]);
    expect(summaryOf(crew?.stops ?? [])).toEqual({ done: "0 of 2 done", isOver: false, late: 80 });
  });

  test("counts what the office completed as done, whatever was tapped", async () => {
    await taps("started", "2026-06-10T12:04:00Z");
    await pool.query("update bookings set status = 'completed' where id = $1", [first.id]);
    const crew = await boardAt("2026-06-10T15:10:00Z");
    expect(crew?.stops[0]).toMatchObject({ state: "done", words: "Done", present: [] });
    expect(summaryOf(crew?.stops ?? [])).toEqual({ done: "1 of 2 done", isOver: false, late: 0 });
  });

  test("leaves cancelled visits and other days out, and names crews without visits", async () => {
    await pool.query("update crews set is_active = true");
    await pool.query("update bookings set status = 'cancelled' where id = $1", [second.id]);
    clock.set("2026-06-10T12:00:00Z");
    const { crews, free } = await readLiveBoard(office());
    expect(crews.map(({ stops }) => stops.map(({ id }) => id))).toEqual([[first.id]]);
    expect(free).toHaveLength(1);
    clock.set("2026-06-11T12:00:00Z");
    expect((await readLiveBoard(office())).crews).toEqual([]);
  });
});

describe("a route sheet", () => {
  const sheets = (crew: string | null = null, date = DAY) => readSheets(office(), { date, crew });

  test("has what the crew needs at each visit, and no entry code", async () => {
    await anItem(pool, "Wipe the stove");
    await pool.query("update bookings set notes = $2 where id = $1", [
      first.id,
      "The dog is friendly. Lockbox code: 4711",
    ]);
    const { sheets: all } = await sheets();
    expect(all).toMatchObject([
      {
        id: first.crew_id,
        members: ["Ben Tuttle"],
        stops: [
          {
            ...{ id: first.id, starts: "8:00 AM", ends: "11:00 AM", customer: "Ada Lovelace" },
            address: "14 Barnstead Road, Pittsfield, NH 03263",
            items: [{ text: "Wipe the stove", required: true }],
          },
          { id: second.id },
        ],
      },
    ]);
    const text = JSON.stringify(all);
    expect(text).toContain("The dog is friendly.");
    expect(text).not.toContain("4711");
  });

  test("counts the drive from the stop before once driving times count", async () => {
    expect((await sheets()).sheets[0]?.stops.map(({ drive }) => drive)).toEqual([null, null]);
    await setSetting(pool, "roads.drive_times", "true");
    await pool.query("update bookings set zip_code = '03301' where id = $1", [second.id]);
    const [, later] = (await sheets()).sheets[0]?.stops ?? [];
    expect(later?.drive).toBeGreaterThan(10);
  });

  test("is only of the crew that is asked for", async () => {
    expect((await sheets(first.crew_id)).sheets).toHaveLength(1);
    for (const crew of ["00000000-0000-4000-8000-000000000000", "no id"])
      expect((await sheets(crew)).sheets).toEqual([]);
    expect((await sheets(null, "2026-06-11")).sheets).toEqual([]);
  });
});
