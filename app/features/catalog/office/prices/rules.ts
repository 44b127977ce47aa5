import { floorText, lowestRate, type Way, waysOf } from "~/features/catalog/floor";
import { minimumCharge, priceBooking, shortestVisit } from "~/features/catalog/pricing";
import { type Choices, type PriceRules, SMALLEST_HOME } from "~/features/catalog/rules";
import { isMonthly, type Service } from "~/features/catalog/service";
import { addDays, formatDate, isCalendarDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import { type Errors, readRules } from "./forms";
import { PRICE_LIMITS, type PriceValues } from "./values";

/** What a price list must keep to. `floor`: cents for an hour of a crew, 0 for none; `today`: the company's. */
export type Bounds = { floor: Cents; currency: string; today: string };

export type ReadList = { ok: true; rules: PriceRules; begins_on: string } | { ok: false; errors: Errors };

/** Reads a price list from the form, and whether the service can be sold by it. Errors stand under their field. */
export function readList(service: Service, values: PriceValues, bounds: Bounds): ReadList {
  const begins_on = (values.begins_on ?? "").trim();
  const read = readRules(values);
  const errors = {
    ...(read.ok ? wrongPrices({ ...service, prices: read.rules }, bounds) : read.errors),
    ...wrongDay(begins_on, bounds.today),
  };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, rules: read.rules, begins_on };
}

/** Why a list can't begin on this day. */
export function wrongDay(begins_on: string, today: string): Errors {
  const last = addDays(today, PRICE_LIMITS.days);
  if (!isCalendarDate(begins_on)) return { begins_on: "Choose the day on which it begins." };
  if (begins_on < today) return { begins_on: `It is ${formatDate(today)}. Choose today or a later day.` };
  return begins_on > last ? { begins_on: `Choose a day until ${formatDate(last)}.` } : {};
}

/** Why the service can't be sold by its price list, by the names of the form's fields. */
export function wrongPrices(
  service: Service & { prices: PriceRules },
  { floor, currency }: Omit<Bounds, "today">,
): Errors {
  const ways = waysOf(service);
  if (isMonthly(service) && service.prices.by === "hour")
    return { by: "This service is sold as a plan, which has no hours. Price it flat or by the home." };
  if (ways.length === 0)
    return { "weekly.per": "This service is sold as a plan. Offer at least one frequency." };
  if (shortestVisit(service) < 15) return { "base.minutes": "A visit must take at least 15 minutes." };
  if (ways.every((way) => lowestRate(service, way) === null))
    return {
      "base.minutes": "Even the shortest visit takes more than 10 hours, the longest that can be booked.",
    };
  const wrong = ways.flatMap((way): [string, string][] => {
    const field = way === "once" ? "base.price" : `${way}.price`;
    const { charge } = priceBooking(service, smallestOf(service.prices, way), { collect: false, rate: 0 });
    if (charge < minimumCharge(currency)) {
      const least = formatCents(minimumCharge(currency), currency);
      return [[field, `It can cost ${formatCents(charge, currency)}; a card is charged ${least} at least.`]];
    }
    const rate = lowestRate(service, way);
    if (!rate || rate.cents >= floor) return [];
    return [[field, floorText(rate, service.prices, floor, currency)]];
  });
  return Object.fromEntries(wrong);
}

/** The choices that cost the least. */
function smallestOf({ by, bands }: PriceRules, way: Way): Partial<Choices> {
  const [cheapest] = bands.toSorted((a, b) => a.cents - b.cents);
  return {
    ...(by === "hour" && { hours: 1 }),
    ...(by === "home" && { ...SMALLEST_HOME, square_feet: cheapest?.up_to ?? null }),
    ...(way !== "once" && { frequency: way }),
  };
}
