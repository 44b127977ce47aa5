import { beforeEach, describe, expect, test } from "vitest";
import { aRequest, DAY, footprint } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { holdBooking } from "./hold.server";

const START = "2026-06-01T12:00:00Z";
const { pool, ctx, clear } = await testWorld({ now: START });

beforeEach(clear);

type Request = Parameters<typeof aRequest>;

const hold = (details: Request[0], body: Request[1] = {}, now = START) =>
  holdBooking(ctx({ now: Temporal.Instant.from(now) }), {
    request: aRequest(details, body),
    draft_id: null,
    provider: "test-checkout",
  });

describe("a request that is refused", () => {
  const later = { date: "2026-06-01", time: "10:00 AM" };
  test.each([
    ["an unknown service", {}, { serviceId: "window-dreaming" }, 404, "serviceId"],
    [
      "an inactive service",
      {},
      { serviceId: "carpet-steam-cleaning", serviceType: "commercial" },
      404,
      "serviceId",
    ],
    ["the wrong type", {}, { serviceType: "commercial" }, 422, "serviceType"],
    [
      "a service that needs an estimate",
      { hours: undefined },
      { serviceId: "house-washing" },
      422,
      "serviceId",
    ],
    ["yesterday", { date: "2026-05-31" }, {}, 422, "bookingDetails.date"],
    ["a slot of today that begins now", { ...later, time: "8:00 AM" }, {}, 422, "bookingDetails.time"],
    ["more than a year ahead", { date: "2027-06-02" }, {}, 422, "bookingDetails.date"],
    ["a time outside the list", { time: "9:00 AM" }, {}, 422, "bookingDetails.time"],
    ["no hours where they are needed", { hours: undefined }, {}, 422, "bookingDetails.hours"],
    ["hours outside the options", { hours: 5 }, {}, 422, "bookingDetails.hours"],
    [
      "hours where they don't apply",
      { hours: 3 },
      { serviceId: "monthly-home-care" },
      422,
      "bookingDetails.hours",
    ],
    [
      "hours of detailing a car",
      { hours: 3 },
      { serviceId: "mobile-auto-detailing" },
      422,
      "bookingDetails.hours",
    ],
    ["more bedrooms than the options", { bedrooms: 6 }, {}, 422, "bookingDetails.bedrooms"],
    [
      "bathrooms of an office",
      { bathrooms: 1 },
      { serviceId: "office-cleaning", serviceType: "commercial" },
      422,
      "bookingDetails.bathrooms",
    ],
  ] as const)("for %s names its field and leaves nothing", async (_case, details, body, status, field) => {
    const outcome = await hold(details, body);
    expect(outcome).toMatchObject({ ok: false, status, field, message: expect.stringMatching(/\w.*\.$/) });
    expect(Object.values(await footprint(pool)).every((count) => count === 0)).toBe(true);
  });

  test("is not refused on the last day of the year ahead, nor one second before a slot begins", async () => {
    expect(await hold({ date: "2027-06-01" })).toMatchObject({ ok: true });
    const outcome = await hold({ date: "2026-06-01" }, {}, "2026-06-01T11:59:59Z");
    expect(outcome).toMatchObject({ ok: true });
  });
});

describe("today", () => {
  test.each([
    ["2026-06-11T03:59:00Z", DAY, true],
    ["2026-06-11T04:01:00Z", DAY, false],
    ["2026-06-11T00:30:00Z", "2026-06-10", true],
    ["2026-11-02T04:59:00Z", "2026-11-01", true],
    ["2026-11-02T05:01:00Z", "2026-11-01", false],
    ["2026-03-09T03:59:00Z", "2026-03-08", true],
    ["2026-03-09T04:01:00Z", "2026-03-08", false],
  ])("at %s is judged in company time: %s still counts as today is %s", async (now, date, isToday) => {
    const outcome = await hold({ date, time: "4:00 PM" }, {}, now);
    const field = isToday ? "bookingDetails.time" : "bookingDetails.date";
    expect(outcome).toMatchObject({ ok: false, status: 422, field });
  });
});
