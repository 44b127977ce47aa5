import { beforeEach, expect, test } from "vitest";
import { bookingOf, openSession, paySession, sessionState, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { settleSession } from "./settlement/settle.server";

const { pool, ctx, clock, clear } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const settle = async (id: string) => settleSession(ctx(), await sessionState(ctx(), id));

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
