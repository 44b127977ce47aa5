// Rooms: /book shows services (catalog), free days (scheduling) and the fee policy (operations).
import { BATHROOM_OPTIONS, BEDROOM_OPTIONS } from "~/features/booking/limits";
import { FREQUENCY_LABELS, type Frequency } from "~/features/catalog/frequency";
import { priceBooking, type Tax } from "~/features/catalog/pricing";
import {
  frequenciesOf,
  hoursApply,
  needsEstimate,
  priceLabel,
  roomsApply,
  roomsCount,
  type Service,
} from "~/features/catalog/service";
import type { FeePolicy } from "~/features/operations/settings/fee-policy";
import type { Day } from "~/features/scheduling/availability/slots";
import { formatCents } from "~/lib/money";
import type { Draft } from "./draft";
import type { CreatePayment } from "./forms";

/** Everything that the booking page shows for a draft. */
export type BookingPage = {
  draft: Draft;
  /** The services of the draft's type. */
  choices: Choice[];
  /** "yyyy-MM"; `days` are its days for the draft's service and hours. */
  month: string;
  days: Day[];
  firstMonth: string;
  lastMonth: string;
  today: string;
  currency: string;
  tax: { collect: boolean; rate: number };
  /** How a visit is paid for: by card before it, or on the day; or nothing can be booked online. */
  pay: "by card" | "on the day" | "not online";
  policy: FeePolicy;
  /** The company's. */
  phone: string;
  /** Addresses that the signed-in customer has saved, the default one first. */
  saved: SavedAddress[];
  /** For requests from outside the service area; null: the company comes anywhere. */
  area: RequestOffer | null;
};

/** What the booking page needs for a request from outside the service area. */
export type RequestOffer = {
  /** The draft's ZIP code (5 digits) if it lies outside. */
  outside: string | null;
  /** Of the form of the request. */
  token: string;
  /** Of the signed-in customer, to begin with. */
  values: RequestValues;
};

export type RequestValues = Partial<Record<"request_name" | "request_email" | "request_phone", string>>;

/** A service as the booking page offers it. */
export type Choice = {
  service: Service;
  price: string;
  /** Can't be booked online; leads to the contact page. */
  estimateOnly: boolean;
  /** Which inputs it has. */
  hours: boolean;
  rooms: boolean;
  /** Whether the summary shows bedrooms and bathrooms. */
  roomsInSummary: boolean;
  /** The frequencies; empty for a one-time service. */
  frequencies: { value: Frequency; label: string }[];
};

/** Spec section 9: the first three features are shown in booking. */
export const FEATURES_SHOWN = 3;

export function toChoice(service: Service, currency: string): Choice {
  return {
    service,
    price: priceLabel(service, currency),
    estimateOnly: needsEstimate(service),
    hours: hoursApply(service),
    rooms: roomsApply(service),
    roomsInSummary: roomsCount(service),
    frequencies: frequenciesOf(service).map((value) => ({ value, label: FREQUENCY_LABELS[value] })),
  };
}

/** The draft's frequency; null for a one-time service. */
export function frequencyOf(
  { frequency }: Pick<Draft, "frequency">,
  choice: Choice | undefined,
): Frequency | null {
  const offered = choice?.frequencies.map(({ value }) => value) ?? [];
  return offered.find((one) => one === frequency) ?? offered[0] ?? null;
}

/** `monthly`: charged each month, the first time at once. */
export type Quote = { lines: { label: string; amount: string }[]; total: string; monthly: boolean };

/** The formatted price for the draft's hours; null until a bookable service is chosen. */
export function quote(
  choice: Choice | undefined,
  { hours, frequency }: Draft,
  tax: Tax,
  currency: string,
): Quote | null {
  if (!choice || choice.estimateOnly) return null;
  const price = priceBooking(
    choice.service,
    { hours: choice.hours ? hours : null, frequency: frequencyOf({ frequency }, choice) },
    tax,
    currency,
  );
  const lines = price.lines.map(({ label, amount }) => ({ label, amount: formatCents(amount, currency) }));
  const monthly = frequencyOf({ frequency }, choice) !== null;
  return { lines, total: formatCents(price.charge, currency), monthly };
}

/** The draft as the body of `create-payment`; inputs that the service doesn't have are left out (spec section 7). */
export function requestOf(draft: Draft, choice: Choice): CreatePayment {
  const { date, time, address, property, notes, bedrooms, bathrooms, hours, moves } = draft;
  const frequency = frequencyOf(draft, choice);
  return {
    serviceId: draft.service,
    serviceType: draft.type,
    bookingDetails: {
      date,
      time,
      address,
      notes,
      ...(property && { propertyId: property }),
      ...(choice.rooms && { bedrooms, bathrooms }),
      ...(choice.hours && { hours }),
      ...(frequency && { frequency, ...(moves && { moves }) }),
    },
    customerEmail: undefined,
    customerName: undefined,
    ...(draft.partner && { partner: draft.partner }),
  };
}

/** The name in the booking form of a field that the API calls `field`. */
export function formField(field: string): string {
  if (field === "serviceId") return "service";
  if (field === "serviceType") return "type";
  if (field === "bookingDetails.propertyId") return "property";
  return field.slice(field.lastIndexOf(".") + 1);
}

/** A saved property as the booking page offers it. */
export type SavedAddress = {
  id: string;
  name: string;
  address: Draft["address"];
  bedrooms: number | null;
  bathrooms: number | null;
};

/**
 * Fills a draft from saved properties: an untouched draft gets the first, one that names a property gets its address,
 * and one whose property is gone keeps its address.
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

/** What a saved property sets in a draft. The highest number of rooms means 'or more'. */
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

/** The refusal for a saved address once the session has ended. */
export const SIGNED_OUT =
  "You have been signed out. We kept everything you filled in: log in again to book for your saved address.";
