import { beforeEach, expect, test } from "vitest";
import { closeTime } from "~/features/scheduling/board/close.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { readOutsideVisits } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;
const SUNDAY = "2026-06-14";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const setHours = () => {
  const day = { opens: "09:00", last_finish: "16:00" };
  return setSetting(pool, "hours.week", JSON.stringify([null, day, day, day, day, day, day]));
};
const outside = async () => {
  const { visits, total } = await readOutsideVisits(ctx());
  expect(total).toBe(visits.length);
  return visits.map(({ date, time, why, asked }) => `${date} ${time}: ${why}${asked ? ", asked" : ""}`);
};

test("a visit that was booked before the hours changed is named with why, the next first", async () => {
  for (const time of ["8:00 AM", "10:00 AM", "2:00 PM"]) await confirmedVisit(ctx(), pool, { time });
  await confirmedVisit(ctx(), pool, { date: SUNDAY });
  expect(await outside()).toEqual([]);
  await setHours();
  expect(await outside()).toEqual([
    `${DAY} 8:00 AM: Starts before 9:00 AM`,
    `${DAY} 2:00 PM: Ends after 4:00 PM`,
    `${SUNDAY} 8:00 AM: Closed on Sundays`,
  ]);
  clock.set("2026-06-12T12:00:00Z");
  expect(await outside()).toEqual([`${SUNDAY} 8:00 AM: Closed on Sundays`]);
});

test("so is one on a day or at a time that was closed, and on a holiday", async () => {
  await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  await confirmedVisit(ctx(), pool, { time: "10:00 AM" });
  await confirmedVisit(ctx(), pool, { date: "2026-07-04" });
  await closeTime(staff(), { date: DAY, time: "10:00 AM", reason: "" });
  await pool.query("insert into holidays values ('2026-07-04', 'Independence Day', 'Independence Day')");
  expect(await outside()).toEqual([`${DAY} 10:00 AM: Closed`, "2026-07-04 8:00 AM: Independence Day"]);
});

test("what staff put there on purpose, and what does not take place, is not named", async () => {
  const { id } = await confirmedVisit(ctx(), pool, { date: SUNDAY });
  const other = await confirmedVisit(ctx(), pool, { date: SUNDAY, time: "10:00 AM" });
  await setHours();
  await pool.query("update bookings set override_reason = 'They asked for it' where id = $1", [id]);
  await pool.query("update bookings set status = 'cancelled' where id = $1", [other.id]);
  expect(await outside()).toEqual([]);
});
