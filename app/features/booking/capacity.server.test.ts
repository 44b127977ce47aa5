import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, postgresCode } from "~/platform/database/database.server";
import { aRequest, DAY, openSession, setCrews, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { type HoldOutcome, holdBooking } from "./checkout/hold.server";

const { pool, connection, ctx, clear } = await testWorld();
/** A second process on the same database. */
const { db: otherDb, close } = openDatabase(connection, { max: 10 });
afterAll(close);

beforeEach(clear);

type Details = Parameters<typeof aRequest>[0];

const hold = (details: Details, db = ctx().db) =>
  holdBooking(ctx({ db }), { request: aRequest(details), draft_id: null, provider: "test-checkout" });

/** All at once, on the connections of two processes. */
async function holdAtOnce(
  requests: Details[],
): Promise<{ won: number; lost: Extract<HoldOutcome, { ok: false }>[] }> {
  const outcomes = await Promise.all(requests.map((details, n) => hold(details, n % 2 ? otherDb : ctx().db)));
  const lost = outcomes.filter((outcome) => !outcome.ok);
  return { won: outcomes.length - lost.length, lost };
}

/** Pairs of visits of one crew that come closer than the travel between them. */
async function clashes(travelMinutes: number): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.starts_at, b.starts_at from bookings a join bookings b on a.crew_id = b.crew_id and a.id <> b.id
     where a.status <> 'cancelled' and b.status <> 'cancelled' and a.starts_at <= b.starts_at
       and b.starts_at < a.ends_at + make_interval(mins => $1)`,
    [travelMinutes],
  );
  return rows;
}

describe("50 simultaneous requests for one slot", () => {
  test.each([1, 2, 3])(
    "given %i crews, exactly as many succeed; the rest hear what is left",
    async (crews) => {
      await setCrews(pool, crews);
      const { won, lost } = await holdAtOnce(
        Array.from({ length: 50 }, () => ({ time: "10:00 AM", hours: 1 })),
      );
      expect(won).toBe(crews);
      for (const refusal of lost) {
        expect(refusal).toMatchObject({ status: 409, field: "bookingDetails.time" });
        expect(refusal.message).toBe(
          "That slot was just taken. Still available that day: 8:00 AM, 12:00 PM, 2:00 PM, 4:00 PM.",
        );
        expect(refusal.slots).toContainEqual({ time: "10:00 AM", state: "full" });
        expect(refusal.slots).toContainEqual({ time: "12:00 PM", state: "free" });
      }
      const { rows } = await pool.query(
        "select count(distinct crew_id)::int as crews, count(*)::int from bookings",
      );
      expect(rows).toEqual([{ crews, count: crews }]);
      const { rows: orders } = await pool.query("select count(*)::int from orders");
      expect(orders).toEqual([{ count: crews }]);
    },
  );
});

describe("simultaneous requests for overlapping starts", () => {
  const overlapping = [
    { time: "8:00 AM", hours: 4 },
    { time: "10:00 AM", hours: 3 },
    { time: "12:00 PM", hours: 2 },
    { time: "8:00 AM", hours: 8 },
  ] as const;

  test.each([1, 2, 3])("never send one of %i crews to two places", async (crews) => {
    await setCrews(pool, crews);
    const { won, lost } = await holdAtOnce(Array.from({ length: 20 }, (_, n) => overlapping[n % 4]));
    expect(won).toBeGreaterThanOrEqual(crews);
    expect(lost.every(({ status }) => status === 409)).toBe(true);
    expect(await clashes(30)).toEqual([]);
  });

  test("leave no crew idle that could have gone", async () => {
    await setCrews(pool, 2);
    const { won } = await holdAtOnce(Array.from({ length: 20 }, () => ({ time: "8:00 AM", hours: 8 })));
    expect(won).toBe(2);
    const { lost } = await holdAtOnce([{ time: "4:00 PM", hours: 1 }]);
    expect(lost[0]?.message).toBe(
      "That slot was just taken. Nothing else is available that day; please pick another.",
    );
  });
});

describe("the travel buffer", () => {
  test.each([
    ["0", "10:00 AM", true],
    ["30", "10:00 AM", false],
    ["30", "12:00 PM", true],
    ["60", "10:00 AM", false],
    ["60", "12:00 PM", true],
    ["121", "12:00 PM", false],
  ])("of %s minutes after a visit from 8 to 10: %s can be booked is %s", async (minutes, time, possible) => {
    await setCrews(pool, 1);
    await setSetting(pool, "booking.travel_buffer_minutes", minutes);
    await openSession(ctx(), { hours: 2 });
    expect((await hold({ time, hours: 1 })).ok).toBe(possible);
  });

  test("also keeps its distance before an earlier booking's start", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { time: "10:00 AM", hours: 1 });
    expect((await hold({ time: "8:00 AM", hours: 2 })).ok).toBe(false);
    expect((await hold({ time: "8:00 AM", hours: 1 })).ok).toBe(true);
  });
});

describe("the database itself", () => {
  test("refuses a second visit of a crew that overlaps, and takes one that follows", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { hours: 3 });
    const copy = (start: string) =>
      pool.query(
        `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
           blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code)
         select service_id, crew_id, scheduled_date, scheduled_time, duration_hours, $1::timestamptz,
           $1::timestamptz + interval '1 hour', tstzrange($1::timestamptz, $1::timestamptz + interval '1 hour'),
           'confirmed', total_amount, price_lines, policy, address_line1, city, state, zip_code from bookings limit 1`,
        [start],
      );
    const refusal = await copy("2026-06-10T15:29:59Z").catch((error: unknown) => error);
    expect(postgresCode(refusal)).toBe("23P01");
    await expect(copy("2026-06-10T15:30:00Z")).resolves.toMatchObject({ rowCount: 1 });
  });

  test("keeps days apart: a full day leaves the next one free", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { date: DAY, hours: 8 });
    expect((await hold({ date: "2026-06-11", hours: 8 })).ok).toBe(true);
  });
});
