import { FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { priceBooking, type Tax } from "~/features/catalog/pricing";
import {
  type Frequency,
  hoursApply,
  isMonthly,
  needsEstimate,
  priceLabel,
  roomsApply,
  roomsCount,
  type Service,
} from "~/features/catalog/service";
import { formatCents } from "~/lib/money";
import type { Draft } from "./draft";

/** A service as the booking page offers it. */
export type Choice = {
  service: Service;
  price: string;
  /** Can't be booked online; leads to the contact page. */
  estimateOnly: boolean;
  /** Which inputs it has. */
  hours: boolean;
  rooms: boolean;
  /** Whether bedrooms and bathrooms stand in the summary. */
  roomsInSummary: boolean;
  /** How often it may come; empty for what is booked once. */
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
    frequencies: isMonthly(service)
      ? service.plan_frequencies.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))
      : [],
  };
}

/** How often a monthly service comes with this draft; null for what is booked once. */
export function frequencyOf(
  { frequency }: Pick<Draft, "frequency">,
  choice: Choice | undefined,
): Frequency | null {
  const offered = choice?.frequencies.map(({ value }) => value) ?? [];
  return offered.find((one) => one === frequency) ?? offered[0] ?? null;
}

/** `monthly`: charged each month, the first time at once. */
export type Quote = { lines: { label: string; amount: string }[]; total: string; monthly: boolean };

/** What the choice costs with the draft's hours, in words; null until something bookable is chosen. */
export function quote(
  choice: Choice | undefined,
  { hours }: Draft,
  tax: Tax,
  currency: string,
): Quote | null {
  if (!choice || choice.estimateOnly) return null;
  const price = priceBooking(choice.service, choice.hours ? hours : null, tax, currency);
  const lines = price.lines.map(({ label, amount }) => ({ label, amount: formatCents(amount, currency) }));
  const monthly = choice.frequencies.length > 0;
  return { lines, total: formatCents(price.charge, currency), monthly };
}
