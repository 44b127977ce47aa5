import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { aRequest, bookingOf, DAY, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";

const { pool, ctx, clear } = await testWorld();

beforeEach(clear);

type Details = Parameters<typeof aRequest>[0];

const book = (details: Details) => createPayment(ctx(), { request: aRequest(details), draft_id: null });

async function crewFor(details: Details): Promise<string> {
  const { crew_id } = await bookingOf(pool, await openSession(ctx(), details));
  const { rows } = await pool.query("select name from crews where id = $1", [crew_id]);
  return rows[0].name;
}

async function close(date: string, time: string | null) {
  await pool.query("insert into closures (date, time, reason) values ($1, $2, 'Holiday')", [date, time]);
}

describe("the crew of a visit", () => {
  test("is the one with the fewest hours on that day", async () => {
    expect(await crewFor({ time: "8:00 AM", hours: 4 })).toBe("Birch crew");
    expect(await crewFor({ time: "8:00 AM", hours: 1 })).toBe("Maple crew");
    expect(await crewFor({ time: "2:00 PM", hours: 1 })).toBe("Maple crew");
    expect(await crewFor({ time: "4:00 PM", hours: 3 })).toBe("Maple crew");
    expect(await crewFor({ time: "2:00 PM", hours: 1 })).toBe("Birch crew");
  });

  test("is chosen by that day's hours alone, and cancelled visits don't count", async () => {
    await crewFor({ date: "2026-06-11", hours: 8 });
    expect(await crewFor({ date: DAY, hours: 1 })).toBe("Birch crew");
    await pool.query("update bookings set status = 'cancelled'");
    expect(await crewFor({ date: DAY, hours: 1, time: "12:00 PM" })).toBe("Birch crew");
  });

  test("is busy with confirmed and completed visits as with held ones", async () => {
    await setCrews(pool, 1);
    await crewFor({ time: "8:00 AM" });
    for (const status of ["confirmed", "completed"]) {
      await pool.query("update bookings set status = $1, hold_expires_at = null", [status]);
      expect(await book({ time: "8:00 AM" })).toMatchObject({ ok: false, status: 409 });
    }
  });

  test("is never one that is not at work", async () => {
    await pool.query("update crews set is_active = false where name = 'Birch crew'");
    expect(await crewFor({})).toBe("Maple crew");
    expect(await book({})).toMatchObject({ ok: false, status: 409 });
    await pool.query("update crews set is_active = false");
    expect(await book({ date: "2026-06-12" })).toMatchObject({ ok: false, status: 409 });
  });
});

describe("closed", () => {
  test("days take no booking, and the answer says so", async () => {
    await close(DAY, null);
    for (const time of ["8:00 AM", "4:00 PM"]) {
      expect(await book({ time })).toMatchObject({
        ok: false,
        status: 409,
        message: expect.stringMatching(/closed/i),
      });
    }
    expect(await book({ date: "2026-06-11" })).toMatchObject({ ok: true });
  });

  test("slots take no booking, and the answer says so", async () => {
    await close(DAY, "10:00");
    expect(await book({ time: "10:00 AM" })).toMatchObject({
      ok: false,
      status: 409,
      field: "bookingDetails.time",
      message: expect.stringMatching(/closed/i),
    });
    expect(await book({ time: "8:00 AM" })).toMatchObject({ ok: true });
  });
});
