// Rooms: /book shows services (catalog), free days (scheduling) and the fee policy (operations).
import { BATHROOM_OPTIONS, BEDROOM_OPTIONS, HALF_BATH_OPTIONS } from "~/features/booking/limits";
import { tipRequest } from "~/features/booking/tips/tip";
import { FREQUENCY_LABELS, type Frequency } from "~/features/catalog/frequency";
import type { Discount } from "~/features/catalog/pricing";
import type { Extra } from "~/features/catalog/rules";
import {
  frequenciesOf,
  halfBathsApply,
  hoursApply,
  isMonthly,
  needsEstimate,
  priceLabel,
  roomsApply,
  roomsCount,
  rulesOf,
  type Service,
  type ServiceType,
  sizeApplies,
} from "~/features/catalog/service";
import type { FeePolicy } from "~/features/operations/settings/fee-policy";
import type { Day } from "~/features/scheduling/availability/slots";
import type { Cents } from "~/lib/money";
import type { Draft } from "./draft";
import type { CreatePayment } from "./forms";

/** Everything that the booking page shows for a draft. */
export type BookingPage = {
  draft: Draft;
  /** The types of services to choose from. */
  types: ServiceType[];
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
  /** Whether the next visit is the visitor's first, as far as we know; a guest's is. */
  firstVisit: boolean;
  signedIn: boolean;
  /** What the draft's code does; null: it has none, or too many were tried. */
  coupon: PageCoupon | null;
  /** Cents of credit that the signed-in customer can spend on a visit. */
  credit: Cents;
  /** What a visitor gets who comes by a referral. */
  referral: string | null;
  /** For requests from outside the service area; null: the company comes anywhere. */
  area: RequestOffer | null;
};

/** The discount of a code, or why it can't be used. */
export type CodeEffect = { discount: Discount; error?: undefined } | { discount: null; error: string };

/** A code as the server understood it, and what it does for the service that it was checked with. */
export type PageCoupon = { code: string; service: string } & CodeEffect;

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
  halfBaths: boolean;
  /** Up to how many square feet a home can have; empty if its size does not count. */
  sizes: number[];
  extras: Extra[];
  /** The frequencies; empty for a one-time service. */
  frequencies: { value: Frequency; label: string }[];
  /** Whether it can also come just once. */
  once: boolean;
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
    halfBaths: halfBathsApply(service),
    sizes: sizeApplies(service) ? rulesOf(service).bands.map(({ up_to }) => up_to) : [],
    extras: rulesOf(service).extras,
    frequencies: frequenciesOf(service).map((value) => ({ value, label: FREQUENCY_LABELS[value] })),
    once: !isMonthly(service),
  };
}

/** The draft's frequency; null for a single visit. */
export function frequencyOf(
  { frequency }: Pick<Draft, "frequency">,
  choice: Choice | undefined,
): Frequency | null {
  const offered = choice?.frequencies.map(({ value }) => value) ?? [];
  return offered.find((one) => one === frequency) ?? (choice?.once ? null : (offered[0] ?? null));
}

/** The draft as the body of `create-payment`; inputs that the service doesn't have are left out (spec section 7). */
export function requestOf(draft: Draft, choice: Choice): CreatePayment {
  const { date, time, address, property, notes, bedrooms, bathrooms, hours, moves } = draft;
  const frequency = frequencyOf(draft, choice);
  const tip = tipRequest(draft);
  const extras =
    choice.extras.length > 0
      ? draft.extras.filter(({ id }) => choice.extras.some((one) => one.id === id))
      : [];
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
      ...(choice.halfBaths && { halfBaths: draft.half_baths }),
      ...(choice.sizes.length > 0 && draft.square_feet > 0 && { squareFeet: draft.square_feet }),
      ...(extras.length > 0 && { extras }),
      ...(choice.hours && { hours }),
      ...(frequency && { frequency, ...(moves && { moves }) }),
    },
    customerEmail: undefined,
    customerName: undefined,
    ...(draft.coupon && !frequency && { coupon: draft.coupon }),
    ...(tip && !frequency && !choice.service.terms && { tip }),
    ...(draft.referral && { referral: draft.referral }),
    ...(draft.partner && { partner: draft.partner }),
  };
}

/** The name in the booking form of a field that the API calls `field`. */
export function formField(field: string): string {
  if (field === "serviceId") return "service";
  if (field === "serviceType") return "type";
  if (field === "bookingDetails.propertyId") return "property";
  if (field === "bookingDetails.halfBaths") return "half_baths";
  if (field === "bookingDetails.squareFeet") return "square_feet";
  if (field.startsWith("bookingDetails.extras")) return "extras";
  if (field.startsWith("tip")) return "tip";
  return field.slice(field.lastIndexOf(".") + 1);
}

/** A saved property as the booking page offers it. */
export type SavedAddress = {
  id: string;
  name: string;
  address: Draft["address"];
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_footage: number | null;
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
export function choiceOf({ id, address, bedrooms, bathrooms, ...home }: SavedAddress): Partial<Draft> {
  return {
    property: id,
    address,
    ...(bedrooms && { bedrooms: atMost(bedrooms, BEDROOM_OPTIONS) }),
    ...(bathrooms && { bathrooms: atMost(bathrooms, BATHROOM_OPTIONS) }),
    ...(home.half_baths !== null && { half_baths: Math.min(home.half_baths, HALF_BATH_OPTIONS.at(-1) ?? 0) }),
    ...(home.square_footage && { square_feet: home.square_footage }),
  };
}

function atMost(rooms: number, options: readonly number[]): number {
  return Math.min(Math.max(rooms, 1), options.at(-1) ?? 1);
}

/** The refusal for a saved address once the session has ended. */
export const SIGNED_OUT =
  "You have been signed out. We kept everything you filled in: log in again to book for your saved address.";
