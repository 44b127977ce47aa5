import type { LengthField } from "~/features/catalog/pricing";
import type { Draft } from "./draft";

/** The four tabs of the booking page, in order (spec section 2). */
export const BOOKING_TABS = ["service", "when", "details", "location"] as const;
export type BookingTab = (typeof BOOKING_TABS)[number];

export type MissingField = {
  field:
    | "service"
    | "date"
    | "time"
    | "moves"
    | "square_feet"
    | LengthField
    | "street"
    | "city"
    | "state"
    | "zip";
  label: string;
  tab: BookingTab;
};

/** What the draft alone does not tell. */
type Beside = {
  /** Visits of a plan that wait for another time. */
  clashes?: number;
  size?: "missing" | "chosen";
  /** The input that makes the visit too long. */
  tooLong?: LengthField | null;
};

/** What must still be filled in or changed before 'Proceed to Payment', in the order of the page. */
export function missingFields(
  { service, date, time, address }: Draft,
  { clashes = 0, size = "chosen", tooLong = null }: Beside = {},
): MissingField[] {
  const { street, city, state, zip } = address;
  const required: (MissingField & { value: string })[] = [
    { field: "service", label: "Service", tab: "service", value: service },
    { field: "date", label: "Date", tab: "when", value: date },
    { field: "time", label: "Time", tab: "when", value: time },
    { field: "moves", label: newTimes(clashes), tab: "when", value: clashes === 0 ? "agreed" : "" },
    { field: "square_feet", label: "Size of the home", tab: "details", value: size === "chosen" ? size : "" },
    {
      field: tooLong ?? "extras",
      label: "Shorter visit",
      tab: "details",
      value: tooLong ? "" : "short enough",
    },
    { field: "street", label: "Street", tab: "location", value: street },
    { field: "city", label: "City", tab: "location", value: city },
    { field: "state", label: "State", tab: "location", value: state },
    { field: "zip", label: "ZIP code", tab: "location", value: zip },
  ];
  return required
    .filter(({ value }) => value.trim() === "")
    .map(({ field, label, tab }) => ({ field, label, tab }));
}

function newTimes(clashes: number): string {
  return clashes === 1 ? "New time for one visit" : `New times for ${clashes} visits`;
}

export type TabState = "done" | "current" | "todo";

/**
 * How far each tab is, `current` being the open one. Details that are not missing have a default: they are done once a
 * later tab is open or begun.
 */
export function tabStates(
  { address }: Draft,
  current: BookingTab,
  missing: readonly MissingField[],
): { tab: BookingTab; state: TabState }[] {
  const unfinished = new Set(missing.map(({ tab }) => tab));
  const beyondDetails = current === "location" || Object.values(address).some((line) => line.trim() !== "");
  return BOOKING_TABS.map((tab) => {
    if (tab === current) return { tab, state: "current" };
    const done = !unfinished.has(tab) && (tab !== "details" || beyondDetails);
    return { tab, state: done ? "done" : "todo" };
  });
}
