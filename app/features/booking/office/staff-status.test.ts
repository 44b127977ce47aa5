import { describe, expect, test } from "vitest";
import type { BookingStatus } from "~/features/booking/booking";
import { decideStatus } from "./rules";

const now = Temporal.Instant.from("2026-06-10T12:00:00Z");
const ahead = now.add({ hours: 2 });
const tomorrow = now.add({ hours: 24 });
const past = now.subtract({ hours: 2 });
const CREW = "11111111-1111-4111-8111-111111111111";

type Case = [
  from: BookingStatus,
  to: BookingStatus,
  crew: string | null,
  starts: Temporal.Instant,
  does: object,
];

const cases: Case[] = [
  ["pending", "confirmed", CREW, ahead, { do: "set" }],
  ["confirmed", "completed", CREW, ahead, { do: "set" }],
  ["confirmed", "completed", CREW, tomorrow, { do: "too early" }],
  ["cancelled", "completed", CREW, tomorrow, { do: "too early" }],
  ["confirmed", "pending", CREW, tomorrow, { do: "set" }],
  ["completed", "pending", CREW, past, { do: "set" }],
  ["completed", "confirmed", CREW, past, { do: "set" }],
  ["confirmed", "confirmed", CREW, ahead, { do: "nothing" }],
  ["cancelled", "cancelled", CREW, ahead, { do: "nothing" }],
  ["pending", "cancelled", null, ahead, { do: "cancel" }],
  ["completed", "cancelled", CREW, past, { do: "cancel" }],
  ["cancelled", "confirmed", CREW, ahead, { do: "place", passed: false }],
  ["cancelled", "pending", null, ahead, { do: "place", passed: false }],
  ["cancelled", "completed", CREW, past, { do: "place", passed: true }],
  ["pending", "confirmed", null, ahead, { do: "place", passed: false }],
  ["pending", "confirmed", null, past, { do: "set" }],
  ["pending", "completed", null, ahead, { do: "set" }],
];

describe("a status set by staff", () => {
  test.each(cases)("%s → %s (crew %s, %s): %o", (status, wanted, crew_id, starts_at, decision) => {
    const scheduled_date = starts_at.toZonedDateTimeISO("America/New_York").toPlainDate().toString();
    const visit = { status, crew_id, starts_at, scheduled_date };
    expect(decideStatus(visit, wanted, { now, today: "2026-06-10" })).toEqual(decision);
  });

  test("a visit that starts now has begun", () => {
    const visit = {
      status: "cancelled",
      crew_id: CREW,
      starts_at: now,
      scheduled_date: "2026-06-10",
    } as const;
    expect(decideStatus(visit, "confirmed", { now, today: "2026-06-10" })).toEqual({
      do: "place",
      passed: true,
    });
  });
});
