import { expect, test } from "vitest";
import { type Day, nearestSlots, SLOT_TIMES } from "./slots";

const day = (date: string, free: string[]): Day => ({
  date,
  state: free.length > 0 ? "free" : "full",
  slots: SLOT_TIMES.map((time) => ({ time, state: free.includes(time) ? "free" : "full" })),
});

test("the free slots next to the wanted time come first, whatever the day", () => {
  const days = [
    day("2026-06-09", ["8:00 AM", "4:00 PM"]),
    day("2026-06-10", ["2:00 PM"]),
    day("2026-06-11", ["8:00 AM", "10:00 AM"]),
  ];
  const wanted = { date: "2026-06-10", time: "8:00 AM" };
  expect(nearestSlots(days, wanted, 3)).toEqual([
    { date: "2026-06-10", time: "2:00 PM" },
    { date: "2026-06-09", time: "4:00 PM" },
    { date: "2026-06-09", time: "8:00 AM" },
  ]);
  expect(nearestSlots(days, wanted, 9)).toHaveLength(5);
  expect(nearestSlots([day("2026-06-10", [])], wanted, 3)).toEqual([]);
});
