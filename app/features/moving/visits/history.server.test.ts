import { beforeEach, describe, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { readClaimFigures } from "~/features/claims/figures.server";
import { readPayWeek } from "~/features/fieldwork/pay/queries.server";
import { inviteReviews } from "~/features/reviews/invite.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { importFile } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-04T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));

describe("a visit that took place in the other program this week", () => {
  beforeEach(() => imported(aVisit({ Date: "6/2/2026" })));

  test("asks for no hours of a crew", async () => {
    expect((await readPayWeek(staff(), "2026-06-01", null)).unknown).toEqual([]);
  });

  test("is no visit that could have been claimed", async () => {
    expect((await readClaimFigures(staff())).services).toEqual([]);
  });

  test("asks its customer for no review", async () => {
    await inviteReviews(ctx());
    expect((await pool.query("select from mails")).rows).toEqual([]);
  });
});

test.each([
  ["completed", "confirmed", aVisit()],
  ["completed", "cancelled", aVisit()],
  ["cancelled", "confirmed", ahead({ Status: "Cancelled" })],
] as const)("history that is %s can’t be set to %s", async (was, status, row) => {
  await imported(row);
  const { rows } = await pool.query("select id from bookings");
  const outcome = await setBookingStatus(staff(), { id: rows[0].id, status });
  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("before you moved in") });
  expect((await pool.query("select status, crew_id from bookings")).rows).toEqual([
    { status: was, crew_id: null },
  ]);
});
