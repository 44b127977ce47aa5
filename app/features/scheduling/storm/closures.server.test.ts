import { beforeEach, expect, test } from "vitest";
import { closeTime, openTime } from "~/features/scheduling/board/close.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { storms } from "../../../../tests/support/storms";
import { openStormDay } from "./call.server";

const world = await testWorld();
const { pool, clock, clear } = world;
let staff: () => StaffCtx;
const { storm } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const closed = async () => (await pool.query("select reason from closures")).rows.map(({ reason }) => reason);
const holiday = () => closeTime(staff(), { date: DAY, time: null, reason: "Holiday" });

test("a day that the office has closed stays closed when its storm is called off", async () => {
  expect(await holiday()).toMatchObject({ ok: true });
  const { id } = await storm();
  await openStormDay(staff(), id);
  expect(await closed()).toEqual(["Holiday"]);
});

test("a day that only its storm has closed can be booked again, also after a second storm of it", async () => {
  const { id } = await storm();
  await storm();
  expect(await closed()).toEqual(["Storm day"]);
  await openStormDay(staff(), id);
  expect(await closed()).toEqual([]);
});

test("a day that the office closes while a storm keeps it closed stays closed after the storm", async () => {
  const { id } = await storm();
  expect(await holiday()).toMatchObject({ ok: true });
  expect(await holiday()).toMatchObject({ reason: "closed already" });
  await openStormDay(staff(), id);
  expect(await closed()).toEqual(["Holiday"]);
});

test("a day that the office opened and closed again during a storm stays closed after it", async () => {
  const { id } = await storm();
  const { rows } = await pool.query("select id from closures");
  await openTime(staff(), rows[0].id);
  await holiday();
  await openStormDay(staff(), id);
  expect(await closed()).toEqual(["Holiday"]);
});
