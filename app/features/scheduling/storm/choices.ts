import type { Day } from "~/features/scheduling/availability/slots";
import { byDistance } from "./propose";

type Start = { date: string; time: string };

/** `proposal` as long as it is free, else other times that are. */
export type StormQuestion = { open: false } | ({ open: true } & Choices);

type Choices = {
  proposal: Start | null;
  /** Something was proposed, and is taken by now. */
  taken: boolean;
  others: Start[];
};

const DAYS_SHOWN = 3;
const TIMES_SHOWN = 2;

/** What a customer can take with one press: the proposal, or the times next to their own on the next days. */
export function choicesOf(
  days: readonly Day[],
  time: string,
  offer: { date: string | null; time: string | null },
): Choices {
  const isFree = (place: Start) =>
    days.some(
      ({ date, slots }) =>
        date === place.date && slots.some((slot) => slot.time === place.time && slot.state === "free"),
    );
  const proposed = offer.date && offer.time ? { date: offer.date, time: offer.time } : null;
  if (proposed && isFree(proposed)) return { proposal: proposed, taken: false, others: [] };
  const others = days
    .filter(({ state }) => state === "free")
    .slice(0, DAYS_SHOWN)
    .flatMap(({ date }) => {
      const times = byDistance(time).filter((slot) => isFree({ date, time: slot }));
      return times.slice(0, TIMES_SHOWN).map((slot) => ({ date, time: slot }));
    });
  return { proposal: null, taken: proposed !== null, others };
}

/** A choice as the value of a button: "2026-11-25 8:00 AM". */
export function choiceValue({ date, time }: Start): string {
  return `${date} ${time}`;
}

/** What a button posted; whether there is such a time is for the booking to say. */
export function parseChoice(value: string): Start {
  return { date: value.slice(0, 10), time: value.slice(11) };
}
