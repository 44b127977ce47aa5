import { type BookingTab, type Draft, missingFields } from "~/features/booking/checkout/draft";

/** What is wrong with a booking's form, by the name of the field. */
export type Errors = Record<string, string>;

/** A new visitor begins at the beginning; a returning one, or one with an error, where something is left to do. */
export function firstTab(draft: Draft, errors: Errors = {}): BookingTab {
  const wrong = firstWrong(errors);
  if (wrong) return wrong.tab;
  if (!draft.date && !draft.address.street) return "service";
  return missingFields(draft)[0]?.tab ?? "location";
}

const TAB_OF_FIELD: Record<string, BookingTab> = {
  service: "service",
  type: "service",
  date: "when",
  time: "when",
  frequency: "when",
  moves: "when",
  hours: "details",
  bedrooms: "details",
  bathrooms: "details",
  notes: "details",
  street: "location",
  city: "location",
  state: "location",
  zip: "location",
  property: "location",
};

/** The first field with an error, and its tab; what is wrong with the request as a whole is no field's. */
export function firstWrong(errors: Errors): { field: string; tab: BookingTab } | undefined {
  for (const field of Object.keys(errors)) {
    const tab = TAB_OF_FIELD[field];
    if (tab) return { field, tab };
  }
}

export function without(errors: Errors, fields: string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
