import { type Day, parseSlotTime, type SlotTime, type StartText } from "./slots";

export type Nearest = { date: string; time: SlotTime };

/** The free slots next to a wanted time, the nearest first; of two as near the earlier. */
export function nearestSlots(days: readonly Day[], wanted: StartText, count: number): Nearest[] {
  const from = minutesAt(wanted);
  const free = days.flatMap(({ date, slots }) =>
    slots.filter(({ state }) => state === "free").map(({ time }) => ({ date, time })),
  );
  const distance = (slot: Nearest) => Math.abs(minutesAt(slot) - from);
  return free.toSorted((a, b) => distance(a) - distance(b) || minutesAt(a) - minutesAt(b)).slice(0, count);
}

/** On the clock; what the clocks do on the way doesn't matter. */
function minutesAt({ date, time }: StartText): number {
  const clock = parseSlotTime(time) ?? new Temporal.PlainTime();
  return Date.parse(date) / 60_000 + clock.hour * 60 + clock.minute;
}
