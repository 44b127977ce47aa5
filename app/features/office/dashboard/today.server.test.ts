import { beforeEach, expect, test } from "vitest";
import { openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { readToday } from "./today.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  office = await staffCtx(world);
});

test("the day's visits are listed by crew, those without a crew first", async () => {
  const [early, late] = [
    await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 1 }),
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 1 }),
  ];
  const alone = await confirmedVisit(ctx(), pool, { time: "4:00 PM", hours: 1 });
  await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
  await openSession(ctx(), { time: "2:00 PM", hours: 1 });
  const { rows } = await pool.query("select id from crews where name = 'Birch crew'");
  await pool.query("update bookings set crew_id = $2 where id = any($1)", [[early.id, late.id], rows[0].id]);
  await pool.query("update bookings set crew_id = null where id = $1", [alone.id]);
  clock.set("2026-06-10T16:30:00Z");
  const today = await readToday(office());
  expect(today).toMatchObject({ date: "2026-06-10", more_crews: 0, free: ["Maple crew"] });
  expect(
    today.crews.map(({ name, visits }) => [name, visits.map(({ time, state }) => `${time} ${state}`)]),
  ).toEqual([
    [null, ["4:00 PM ahead"]],
    ["Birch crew", ["8:00 AM past", "12:00 PM now"]],
  ]);
});

test("cancelled visits and expired holds are not listed", async () => {
  const { id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  await pool.query("update bookings set status = 'cancelled' where id = $1", [id]);
  await openSession(ctx(), { time: "12:00 PM" });
  clock.set("2026-06-10T04:00:00Z");
  expect((await readToday(office())).crews).toEqual([]);
});
