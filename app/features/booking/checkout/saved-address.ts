import { BATHROOM_OPTIONS, BEDROOM_OPTIONS } from "~/features/booking/limits";
import type { Draft } from "./draft";

/** A saved property as the booking page offers it. */
export type SavedAddress = {
  id: string;
  name: string;
  address: Draft["address"];
  bedrooms: number | null;
  bathrooms: number | null;
};

/**
 * The draft of a customer with saved properties: an untouched one begins with the first, one that names a property has
 * that one's address, and one whose property is gone keeps the address as its own.
 */
export function withSavedAddress(draft: Draft, saved: readonly SavedAddress[]): Draft {
  if (draft.property) {
    const chosen = saved.find(({ id }) => id === draft.property);
    return chosen ? { ...draft, address: chosen.address } : { ...draft, property: "" };
  }
  const [first] = saved;
  const untouched = Object.values(draft.address).every((line) => line === "");
  return first && untouched ? { ...draft, ...choiceOf(first) } : draft;
}

/** What choosing a saved property changes in a draft. The highest number of rooms means 'or more'. */
export function choiceOf({ id, address, bedrooms, bathrooms }: SavedAddress): Partial<Draft> {
  return {
    property: id,
    address,
    ...(bedrooms && { bedrooms: atMost(bedrooms, BEDROOM_OPTIONS) }),
    ...(bathrooms && { bathrooms: atMost(bathrooms, BATHROOM_OPTIONS) }),
  };
}

function atMost(rooms: number, options: readonly number[]): number {
  return Math.min(Math.max(rooms, 1), options.at(-1) ?? 1);
}

/** Said when somebody books for a saved address whose session has ended meanwhile. */
export const SIGNED_OUT =
  "You have been signed out. We kept everything you filled in: log in again to book for your saved address.";
