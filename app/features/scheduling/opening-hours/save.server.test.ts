import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import type { HoursValues } from "./forms";
import { readHoursPage } from "./queries.server";
import { extendHolidays, saveHours } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;
const CHRISTMAS = "2026-12-25";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const shown = async () => (await readHoursPage(staff())).values;
const save = async (changes: HoursValues, seen?: HoursValues) => {
  const values = seen ?? (await shown());
  return saveHours(staff(), { ...values, ...changes }, values);
};
const states = async (date: string) =>
  (await readSlotsOfDay(ctx(), { date, minutes: 60 })).map(({ state }) => state).join(" ");
const kept = async () => (await pool.query("select date::text, name from holidays order by date")).rows;

test("as long as nothing is set, the form shows the specification's rules", async () => {
  const values = await shown();
  expect(values).toMatchObject({ hours: "any", lead_hours: "0", days_ahead: "365" });
  expect(values["starts_regular-cleaning"]).toBe("");
  expect(await save({})).toEqual({ ok: true, changed: false });
  expect(await shown()).toEqual(values);
});

test("hours are saved with an entry in the audit trail, and slots keep them", async () => {
  expect(await save({ hours: "own", finish_3: "12:00", lead_hours: "2" })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await states("2026-06-10")).toBe("free free closed closed closed");
  expect(await states("2026-06-14")).toBe("closed closed closed closed closed");
  const { rows } = await pool.query("select details from audit_log where action = 'settings.updated'");
  expect(rows).toEqual([
    {
      details: {
        before: { week: "At any time", lead_hours: "0" },
        after: {
          week: "Mon, Tue 8:00 AM – 6:00 PM, Wed 8:00 AM – 12:00 PM, Thu–Sat 8:00 AM – 6:00 PM",
          lead_hours: "2",
        },
      },
    },
  ]);
});

test("start times of a service are saved with it", async () => {
  await save({ "starts_regular-cleaning": "9:15 am, 13:00" });
  const { rows } = await pool.query("select start_times from services where id = 'regular-cleaning'");
  expect(rows).toEqual([{ start_times: ["09:15", "13:00"] }]);
  await save({ "starts_regular-cleaning": "" });
  const back = await pool.query("select start_times from services where id = 'regular-cleaning'");
  expect(back.rows).toEqual([{ start_times: null }]);
});

test("what is refused leaves everything as it was", async () => {
  const before = await shown();
  const outcome = await save({
    lead_hours: "48",
    "holiday_Christmas Day": "on",
    "starts_regular-cleaning": "11:45 PM",
  });
  expect(outcome).toMatchObject({ ok: false, errors: { "starts_regular-cleaning": expect.any(String) } });
  expect(await shown()).toEqual(before);
  expect(await kept()).toEqual([]);
});

describe("a holiday", () => {
  test("closes its day in each of the coming years, and no other", async () => {
    await save({ "holiday_Christmas Day": "on", "holiday_Independence Day": "on" });
    expect(await kept()).toEqual(
      [2026, 2027, 2028, 2029].flatMap((year) => [
        { date: `${year}-07-04`, name: "Independence Day" },
        { date: `${year}-12-25`, name: "Christmas Day" },
      ]),
    );
    expect(await states(CHRISTMAS)).toBe("closed closed closed closed closed");
    expect(await states("2026-07-03")).toBe("free free free free free");
    expect(
      await createPayment(ctx(), { request: aRequest({ date: CHRISTMAS }), draft_id: null }),
    ).toMatchObject({
      ok: false,
      field: "bookingDetails.date",
      message: "Date is closed: Dec 25, 2026. Choose another day.",
    });
  });

  test("that is switched off opens its day again", async () => {
    await save({ "holiday_Christmas Day": "on" });
    const { "holiday_Christmas Day": _, ...rest } = await shown();
    await saveHours(staff(), rest, await shown());
    expect(await kept()).toEqual([]);
    expect(await states(CHRISTMAS)).toContain("free");
  });

  test("is kept in later years without being saved again", async () => {
    await save({ "holiday_Labor Day": "on" });
    clock.set("2027-01-02T12:00:00Z");
    await extendHolidays(ctx());
    await extendHolidays(ctx());
    expect((await kept()).map(({ date }) => date)).toEqual([
      "2026-09-07",
      "2027-09-06",
      "2028-09-04",
      "2029-09-03",
      "2030-09-02",
    ]);
  });
});

test("two editors keep each other's changes, and are asked about what both changed", async () => {
  const seen = await shown();
  await save({ lead_hours: "24" }, seen);
  expect(await save({ days_ahead: "60", "holiday_Labor Day": "on" }, seen)).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({ lead_hours: "24", days_ahead: "60", "holiday_Labor Day": "on" });
  const outcome = await save({ lead_hours: "12" }, seen);
  expect(outcome).toMatchObject({ ok: false, reason: "changed", errors: { lead_hours: expect.any(String) } });
  expect(await shown()).toMatchObject({ lead_hours: "24" });
});
