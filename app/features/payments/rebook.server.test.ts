import { beforeEach, describe, expect, test } from "vitest";
import {
  bookingOf,
  DAY,
  openSession,
  paySession,
  sessionState,
  setCrews,
} from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { settleSession } from "./settle.server";

const DRAFT = "5f0c6f0e-2b1a-4c3d-8e4f-9a0b1c2d3e4f";

const { pool, ctx, clock, clear } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const settle = async (id: string) => settleSession(ctx(), await sessionState(ctx(), id));

describe("given a draft that was paid for and then changed before the news came", () => {
  test("when a crew is free, the paid visit comes back beside the one that the draft now holds", async () => {
    const paid = await paySession(ctx(), {}, DRAFT);
    const held = await openSession(ctx(), { date: "2026-06-11" }, DRAFT);
    expect(await settle(paid)).toEqual({ ok: true });
    expect(await bookingOf(pool, paid)).toMatchObject({
      day: DAY,
      status: "confirmed",
      order_status: "completed",
    });
    expect(await bookingOf(pool, held)).toMatchObject({ day: "2026-06-11", status: "pending" });
    await paySession(ctx(), { date: "2026-06-11" }, DRAFT);
    expect(await settle(held)).toEqual({ ok: true });
    expect(await bookingOf(pool, held)).toMatchObject({ status: "confirmed", order_status: "completed" });
  });

  test("when no crew is free, staff are called", async () => {
    await setCrews(pool, 1);
    const paid = await paySession(ctx(), {}, DRAFT);
    await openSession(ctx(), { notes: "The dog is friendly." }, DRAFT);
    expect(await settle(paid)).toEqual({ ok: true });
    const booking = await bookingOf(pool, paid);
    expect(booking).toMatchObject({ status: "pending", crew_id: null, order_status: "completed" });
    expect(booking.needs_attention).toMatch(/slot was given/);
  });
});

test("a visit that was paid late takes the place of a hold that has run out", async () => {
  await setCrews(pool, 1);
  const paid = await paySession(ctx());
  await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
  const other = await openSession(ctx());
  clock.advance({ minutes: 31 });
  expect(await settle(paid)).toEqual({ ok: true });
  expect(await bookingOf(pool, paid)).toMatchObject({ status: "confirmed", needs_attention: null });
  expect(await bookingOf(pool, other)).toMatchObject({ status: "cancelled" });
});
