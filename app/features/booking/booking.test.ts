import { describe, expect, test } from "vitest";
import { NO_CHOICES } from "~/features/catalog/rules";
import { ALWAYS_OPEN } from "~/features/scheduling/availability/opening-hours";
import {
  aService,
  autoDetailing,
  houseWashing,
  monthlyHomeCare,
  officeCleaning,
} from "../../../tests/support/services";
import { type BookingStatus, checkRequest, holdExpiry, isHeld } from "./booking";
import type { CreatePayment } from "./checkout/forms";

const now = Temporal.Instant.from("2026-11-20T15:30:00Z");
const calendar = { today: "2026-11-20", now, zone: "America/New_York", hours: ALWAYS_OPEN };

function aRequest(
  details: Partial<CreatePayment["bookingDetails"]> = {},
  request: Partial<CreatePayment> = {},
) {
  return {
    serviceId: "regular-cleaning",
    serviceType: "residential",
    bookingDetails: {
      date: "2026-11-21",
      time: "8:00 AM",
      address: { street: "12 Main Street", city: "Pittsfield", state: "NH", zip: "03263" },
      hours: 3,
      ...details,
    },
    ...request,
  } satisfies CreatePayment;
}

const commercial = { serviceType: "commercial" } as const;

describe("a hold", () => {
  test("lasts 30 minutes", () => {
    expect(holdExpiry(now).toString()).toBe("2026-11-20T16:00:00Z");
  });

  test.each([
    ["pending", "2026-11-20T15:30:01Z", true],
    ["pending", "2026-11-20T15:30:00Z", false],
    ["pending", null, false],
    ["confirmed", "2026-11-20T16:00:00Z", false],
    ["cancelled", "2026-11-20T16:00:00Z", false],
  ] satisfies [BookingStatus, string | null, boolean][])("%s until %s: %s", (status, until, expected) => {
    const hold_expires_at = until === null ? null : Temporal.Instant.from(until);
    expect(isHeld({ status, hold_expires_at }, now)).toBe(expected);
  });
});

describe("checkRequest accepts", () => {
  test.each([
    [
      "by the hour, with rooms",
      aService(),
      aRequest({ bedrooms: 5, bathrooms: 4, hours: 8 }),
      [8, 5, 4, 480],
    ],
    ["2 bedrooms and 1 bathroom unless told", aService(), aRequest(), [3, 2, 1, 180]],
    ["one price for the job", autoDetailing, aRequest({ hours: undefined }), [null, 2, 1, 180]],
    ["monthly", monthlyHomeCare, aRequest({ hours: undefined }), [null, 2, 1, 180]],
    ["commercial, without rooms", officeCleaning, aRequest({ hours: 4 }, commercial), [4, null, null, 240]],
  ])("%s", (_, service, request, [hours, bedrooms, bathrooms, minutes]) => {
    const slot = "8:00 AM";
    expect(checkRequest(service, request, calendar)).toEqual({
      ok: true,
      service,
      slot,
      choices: { ...NO_CHOICES, hours, bedrooms, bathrooms },
      minutes,
    });
  });

  test.each([
    ["the next slot of today", "2026-11-20", "12:00 PM"],
    ["the last day of the horizon", "2027-11-20", "4:00 PM"],
    ["a day of clock changes", "2027-03-14", "8:00 AM"],
  ])("%s", (_, date, time) => {
    expect(checkRequest(aService(), aRequest({ date, time }), calendar)).toMatchObject({
      ok: true,
      slot: time,
    });
  });
});

describe("checkRequest refuses", () => {
  const notOffered = "This service isn't available. Choose one from the list.";
  const hourOptions = "1, 2, 3, 4, 6, or 8";

  test.each([
    ["an inactive one", aService({ is_active: false }), aRequest(), 404, "serviceId", notOffered],
    [
      "the wrong type",
      officeCleaning,
      aRequest(),
      422,
      "serviceType",
      "Service type must be commercial: Office Cleaning is a commercial service.",
    ],
    [
      "a service that needs an estimate",
      houseWashing,
      aRequest({ hours: undefined }),
      422,
      "serviceId",
      "House Washing needs an estimate. Please contact us.",
    ],
    [
      "a past date",
      aService(),
      aRequest({ date: "2026-11-19" }),
      422,
      "bookingDetails.date",
      "Date is in the past. Choose today or a later day.",
    ],
    [
      "a date beyond the horizon",
      aService(),
      aRequest({ date: "2027-11-21" }),
      422,
      "bookingDetails.date",
      "Date is too far ahead. Choose a day up to Nov 20, 2027.",
    ],
    [
      "a date that does not exist",
      aService(),
      aRequest({ date: "2027-02-29" }),
      422,
      "bookingDetails.date",
      "Date must be a real day written as yyyy-MM-dd.",
    ],
    [
      "a time outside the list",
      aService(),
      aRequest({ time: "9:00 AM" }),
      422,
      "bookingDetails.time",
      "Time must be one of 8:00 AM, 10:00 AM, 12:00 PM, 2:00 PM, or 4:00 PM.",
    ],
    [
      "a slot of today that has begun",
      aService(),
      aRequest({ date: "2026-11-20", time: "10:00 AM" }),
      422,
      "bookingDetails.time",
      "Time has passed: it's already past 10:00 AM today. Choose a later one.",
    ],
    [
      "hours outside the options",
      aService(),
      aRequest({ hours: 5 }),
      422,
      "bookingDetails.hours",
      `Hours must be ${hourOptions}.`,
    ],
    [
      "missing hours",
      aService(),
      aRequest({ hours: undefined }),
      422,
      "bookingDetails.hours",
      `Hours is required: ${hourOptions}.`,
    ],
    [
      "hours where they don't apply",
      monthlyHomeCare,
      aRequest(),
      422,
      "bookingDetails.hours",
      "Hours don't apply to Monthly Home Care; leave them out.",
    ],
    [
      "rooms of a commercial service",
      officeCleaning,
      aRequest({ bathrooms: 1 }, commercial),
      422,
      "bookingDetails.bathrooms",
      "Bathrooms don't apply to commercial cleaning; leave them out.",
    ],
    [
      "bedrooms outside the options",
      aService(),
      aRequest({ bedrooms: 6 }),
      422,
      "bookingDetails.bedrooms",
      "Bedrooms must be 1, 2, 3, 4, or 5.",
    ],
    [
      "bathrooms outside the options",
      aService(),
      aRequest({ bathrooms: 5 }),
      422,
      "bookingDetails.bathrooms",
      "Bathrooms must be 1, 2, 3, or 4.",
    ],
  ])("%s", (_, service, request, status, field, message) => {
    expect(checkRequest(service, request, calendar)).toEqual({ ok: false, status, field, message });
  });

  test("closed days and slots, and nothing else on the same day", () => {
    const closures = [
      { date: "2026-11-26", time: null },
      { date: "2026-11-27", time: "8:00 AM" as const },
    ];
    const check = (date: string, time: string) =>
      checkRequest(aService(), aRequest({ date, time }), { ...calendar, closures });
    expect(check("2026-11-26", "8:00 AM")).toMatchObject({ status: 409, field: "bookingDetails.date" });
    expect(check("2026-11-27", "8:00 AM")).toMatchObject({ status: 409, field: "bookingDetails.time" });
    expect(check("2026-11-27", "10:00 AM")).toMatchObject({ ok: true });
  });

  test("yesterday's evening although it is already tomorrow in London", () => {
    const late = {
      today: "2026-11-20",
      now: Temporal.Instant.from("2026-11-21T02:00:00Z"),
      zone: calendar.zone,
      hours: ALWAYS_OPEN,
    };
    expect(checkRequest(aService(), aRequest({ date: "2026-11-20", time: "4:00 PM" }), late)).toMatchObject({
      status: 422,
      field: "bookingDetails.time",
    });
    expect(checkRequest(aService(), aRequest({ date: "2026-11-21" }), late)).toMatchObject({ ok: true });
  });
});
