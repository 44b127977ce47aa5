import type { Frequency } from "~/features/catalog/frequency";
import type { Slot } from "~/features/scheduling/availability/slots";
import type { Cents } from "~/lib/money";

/** A customer as the form for a booking by phone offers them. `phone`: the one that was searched for, if it is theirs. */
export type Caller = {
  id: string;
  /** "#1042". */
  number: string;
  has_account: boolean;
  name: string;
  email: string;
  phone: string;
  /** "14 Barnstead Road, Pittsfield", the default one first. */
  homes: string[];
  /** The next visit and the last ones: "Next Jun 10, 2026, Regular Cleaning". */
  visits: string[];
};

/** The caller that was chosen. */
export type ChosenCaller = Caller & { addresses: CallerAddress[] };

export type CallerAddress = {
  id: string;
  /** "Home, 14 Barnstead Road, Pittsfield". */
  label: string;
  street: string;
  apartment: string;
  city: string;
  state: string;
  zip: string;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_footage: number | null;
};

/** What a service asks. `sizes`: up to how many square feet a home has. */
export type ServiceAsks = Record<"hours" | "rooms" | "half_baths", boolean> & {
  id: string;
  title: string;
  sizes: number[];
  extras: { id: string; title: string; most: number }[];
};

export type PhoneService = ServiceAsks & {
  /** The ways to pay for a visit, the service's own one first. */
  pays: PhonePay[];
  /** The frequencies of its plans; `once`: it is sold as a single visit, too. */
  frequencies: Frequency[];
  once: boolean;
};

/** When a visit that is booked by phone is paid: on the day, or by a link that the customer gets by email. */
export const PHONE_PAYS = ["day", "full", "deposit", "card"] as const;
export type PhonePay = (typeof PHONE_PAYS)[number];

export const PHONE_PAY_LABELS: Record<PhonePay, string> = {
  day: "On the day",
  full: "In full, by a link we email now",
  deposit: "A deposit by a link we email now, the rest after the visit",
  card: "After the visit, by a card the customer saves by link",
};

/**
 * A plan as it would be held now. `why`: what stands in its way, instead of visits. `price` is the line of the price in `seen`,
 * which is the whole preview as text.
 */
export type PhonePlan = {
  visits: PhonePlanVisit[];
  why: string | null;
  price: string;
  /** Until when the office would hold it. */
  until: string | null;
  seen: string;
};

/** Between the parts of `seen`. */
export const SEEN_BREAK = "; ";

/** `line`: as it stands in `seen`. `now`: null if no time near its own is free. */
export type PhonePlanVisit = { line: string; was: string | null; now: string | null; why: string | null };

/** The choices of a phone booking. `days` and `price` are for what was asked. */
export type PhoneChoices = {
  services: PhoneService[];
  crews: { id: string; name: string }[];
  service: string;
  /** How often the chosen service comes; null: once. */
  frequency: Frequency | null;
  hours: number;
  /** The day that the caller asks for, with all its times; empty: the next free ones. */
  date: string;
  today: string;
  last: string;
  days: PhoneDay[];
  price: PhonePrice | null;
  /** Why the code can't be used. */
  coupon_error: string | null;
  /** What a late cancellation and a no-show cost, in a sentence. */
  policy: string;
};

/** `plan`: null for a visit that comes once, and as long as no time is chosen. */
export type PhoneOffer = PhoneChoices & { plan: PhonePlan | null };

/** Amounts as text; the lines add up to the total. `length`: "about 3 h 15 min", if it depends on what is chosen. */
export type PhonePrice = {
  lines: { label: string; amount: string }[];
  total: string;
  /** The total in cents. */
  cents: Cents;
  length: string | null;
};

export type PhoneDay = { date: string /** "Today" or "Tue, Dec 1". */; label: string; slots: Slot[] };

/** What the offer depends on: the names of the form's fields that ask for a new one. */
export const ASKED = [
  ...["service", "frequency", "hours", "bedrooms", "bathrooms", "half_baths", "square_feet", "extras"],
  ...["date", "slot", "city", "zip", "crew_id", "customer_id", "coupon", "series"],
];

/** Whether a field of this name asks for a new offer. The time is asked about only for a plan, whose visits depend on it. */
export function asks(name: string, { frequency }: Pick<PhoneChoices, "frequency">): boolean {
  if (name === "slot") return frequency !== null;
  return ASKED.includes(name) || name.startsWith("extra.");
}

/** A visit that was just booked by phone. */
export type PhoneBooked = {
  id: string;
  number: string;
  name: string;
  phone: string | null;
  email: string | null;
  service: string;
  when: string;
  crew: string | null;
  address: string;
  total: string;
};

/** The day and time of a chosen slot, "2026-06-10 8:00 AM". */
export function slotValue(date: string, time: string): string {
  return `${date} ${time}`;
}

/** The form's fields with the chosen slot as its day and time; without a slot they stay. */
export function withSlot(fields: Record<string, string>): Record<string, string> {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2}) (.+)$/.exec(fields.slot ?? "") ?? [];
  return date && time ? { ...fields, date, time } : fields;
}
