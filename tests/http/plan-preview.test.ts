import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { sessionOf, setCrews } from "../support/bookings";
import { aPlanBody, FIRST, openPlan, planOf, visitsOf } from "../support/plans";

const { pool, ctx, clock, get, post, clear } = await testApp();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T12:00:00Z");
});

const QUERY = {
  service: "monthly-home-care",
  date: FIRST,
  time: "10:00 AM",
  frequency: "biweekly",
  city: "Pittsfield",
};
const ask = (query: Record<string, string>) => get(`/api/plan-preview?${new URLSearchParams(query)}`);
const close = (date: string) =>
  pool.query("insert into closures (date, reason) values ($1, 'closed')", [date]);

describe("GET /api/plan-preview", () => {
  test("returns the next 12 visits with clashes, and holds nothing", async () => {
    await close("2026-06-23");
    const response = await ask(QUERY);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { visits } = await response.json();
    expect(visits).toHaveLength(12);
    expect(visits[0]).toEqual({ visit: 1, date: FIRST, time: "10:00 AM", clash: null });
    expect(visits[1]).toEqual({
      visit: 2,
      date: "2026-06-23",
      time: "10:00 AM",
      clash: { why: "We are closed then.", proposal: { date: "2026-06-24", time: "10:00 AM" } },
    });
    expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);
  });

  test("ignores what the requesting draft holds itself", async () => {
    const draft = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
    await openPlan(ctx(), {}, draft);
    const clashes = async (query: Record<string, string>) =>
      (await (await ask(query)).json()).visits.filter(({ clash }: { clash: unknown }) => clash).length;
    expect(await clashes(QUERY)).toBe(12);
    expect(await clashes({ ...QUERY, draft })).toBe(0);
  });

  test.each([
    [{ service: "regular-cleaning" }, 404],
    [{ service: "no-such" }, 404],
    [{ service: "" }, 400],
    [{ date: "2026-02-30" }, 400],
    [{ date: "2026-05-01" }, 422],
    [{ date: "2028-05-01" }, 422],
    [{ time: "9:00 AM" }, 422],
    [{ frequency: "daily" }, 400],
    [{ draft: "x" }, 400],
  ])("for %j returns %i", async (change, status) => {
    const response = await ask({ ...QUERY, ...change });
    expect(response.status).toBe(status);
    expect((await response.json()).error.message).toEqual(expect.any(String));
  });

  test.each(["service", "city", "time", "draft"])("takes odd characters in %s", async (name) => {
    for (const text of ["\u0000", "\ud800", "%", "a".repeat(3000)]) {
      expect((await ask({ ...QUERY, [name]: text })).status).toBeLessThan(500);
    }
  });
});

describe("POST /api/create-payment for a plan", () => {
  const PATH = "/api/create-payment";

  test("returns 409 with the clashes, and the checkout once they are accepted", async () => {
    await close("2026-06-23");
    const refused = await post(PATH, aPlanBody());
    expect(refused.status).toBe(409);
    const { error } = await refused.json();
    expect(error).toMatchObject({
      field: "bookingDetails.moves",
      clashes: [{ visit: 2, date: "2026-06-23", proposal: { date: "2026-06-24", time: "10:00 AM" } }],
    });
    const moves = error.clashes.map(({ visit, proposal }: { visit: number; proposal: object }) => ({
      visit,
      ...proposal,
    }));
    const accepted = await post(PATH, aPlanBody({ moves }));
    expect(accepted.status).toBe(200);
    const plan = await planOf(pool, sessionOf((await accepted.json()).url));
    expect((await visitsOf(pool, plan.id))[1]).toBe("2 2026-06-24 10:00 pending");
  });

  test.each([
    [{ frequency: "daily" }, 400, "bookingDetails.frequency"],
    [{ frequency: undefined }, 422, "bookingDetails.frequency"],
    [{ moves: "all" }, 400, "bookingDetails.moves"],
    [{ moves: [{ visit: 0, date: FIRST, time: "10:00 AM" }] }, 400, "bookingDetails.moves.0.visit"],
    [{ moves: [{ visit: 2, date: "2026-02-30", time: "10:00 AM" }] }, 400, "bookingDetails.moves.0.date"],
    [{ moves: [{ visit: 2, date: FIRST, time: "9:00 AM" }] }, 422, "bookingDetails.moves.0.time"],
    [{ moves: [{ visit: 2, date: FIRST, time: "nine" }] }, 400, "bookingDetails.moves.0.time"],
    [
      { moves: Array.from({ length: 13 }, (_, at) => ({ visit: at + 1, date: FIRST, time: "10:00 AM" })) },
      400,
      "bookingDetails.moves",
    ],
  ])("refuses %j", async (details, status, field) => {
    const body = aPlanBody();
    const response = await post(PATH, { ...body, bookingDetails: { ...body.bookingDetails, ...details } });
    expect(response.status).toBe(status);
    expect((await response.json()).error.field).toBe(field);
  });

  test("refuses a frequency for a service that is not a plan", async () => {
    const body = aPlanBody({ hours: 3 });
    const details = { ...body.bookingDetails, hours: 3 };
    const response = await post(PATH, { ...body, serviceId: "regular-cleaning", bookingDetails: details });
    expect(response.status).toBe(422);
    const { error } = await response.json();
    expect(error).toMatchObject({
      field: "bookingDetails.frequency",
      message: "Frequency doesn't apply to Regular Cleaning; leave it out.",
    });
  });
});
