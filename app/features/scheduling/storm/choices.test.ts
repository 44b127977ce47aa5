import { expect, test } from "vitest";
import type { Day, SlotTime } from "~/features/scheduling/availability/slots";
import { choicesOf } from "./storm-day";

const day = (date: string, ...free: SlotTime[]): Day => ({
  date,
  state: free.length > 0 ? "free" : "full",
  slots: (["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"] as const).map((time) => ({
    time,
    state: free.includes(time) ? "free" : "full",
  })),
});

const OFFER = { date: "2026-11-25", time: "8:00 AM" };
const DAYS = [
  day("2026-11-25", "8:00 AM", "10:00 AM", "4:00 PM"),
  day("2026-11-26"),
  day("2026-11-27", "2:00 PM"),
  day("2026-11-28", "2:00 PM"),
  day("2026-11-29", "2:00 PM"),
];

test("what was proposed is shown alone while it is free", () => {
  expect(choicesOf(DAYS, "8:00 AM", OFFER)).toEqual({ proposal: OFFER, taken: false, others: [] });
});

test("once it is taken, the times next to the old one on the next days that have any", () => {
  const taken = choicesOf(DAYS, "2:00 PM", { date: "2026-11-26", time: "2:00 PM" });
  expect(taken).toEqual({
    proposal: null,
    taken: true,
    others: [
      { date: "2026-11-25", time: "4:00 PM" },
      { date: "2026-11-25", time: "10:00 AM" },
      { date: "2026-11-27", time: "2:00 PM" },
      { date: "2026-11-28", time: "2:00 PM" },
    ],
  });
});

test("when nothing was proposed, nothing was taken", () => {
  expect(choicesOf([], "8:00 AM", { date: null, time: null })).toEqual({
    proposal: null,
    taken: false,
    others: [],
  });
});
