import { type Cents, formatCents } from "~/lib/money";
import { FREQUENCIES, type Frequency } from "./frequency";
import { monthlyCharge, PLAIN_RULES, type PriceRules } from "./rules";
import type { Terms } from "./terms";

export type ServiceType = "residential" | "commercial";

export const SERVICE_TYPES = ["residential", "commercial"] as const satisfies readonly ServiceType[];

/** The types to choose from: those that something is sold of, and the one that is shown. */
export function typesOffered(
  services: readonly Pick<Service, "service_type">[],
  shown: ServiceType,
): ServiceType[] {
  return SERVICE_TYPES.filter(
    (type) => type === shown || services.some(({ service_type }) => service_type === type),
  );
}

/** The type to begin with: the preferred one, unless only the other one is sold. */
export function typeToBegin(
  services: readonly Pick<Service, "service_type">[],
  preferred: ServiceType,
): ServiceType {
  const isSold = services.some(({ service_type }) => service_type === preferred);
  return isSold ? preferred : (services[0]?.service_type ?? preferred);
}

/** A service of the company (spec section 3). */
export type Service = {
  /** Slug, for example "regular-cleaning". */
  id: string;
  title: string;
  description: string;
  /** Cents: per hour, per month ('monthly'), or once if hours don't apply. 0 means estimate only. */
  price_per_hour: Cents;
  subscription_type: "one_time" | "monthly";
  service_type: ServiceType;
  is_popular: boolean;
  is_active: boolean;
  features: string[];
  /** Length of a visit in minutes if hours don't apply. */
  visit_minutes: number;
  /** Frequencies offered, if it is monthly. */
  plan_frequencies: Frequency[];
  /** When visits start, as "08:00"; null: at the specification's times. */
  start_times: string[] | null;
  /** When a visit is paid. A plan is charged by the month. */
  terms: Terms;
  /** Key of a picture in app/ui/art/pictures.ts. */
  image: string | null;
  /** The price list that has begun; null: priced by `price_per_hour`, as the specification says. */
  prices: PriceRules | null;
};

/** Whether it is charged every month, as a plan with visits. */
export function isMonthly({ subscription_type }: Pick<Service, "subscription_type">): boolean {
  return subscription_type === "monthly";
}

const CLEANING_WORDS = ["deep", "regular", "standard", "basic", "move", "clean"];
const OTHER_WORDS = ["paw", "auto", "detail"];
const FIRST_AT_HOME = ["regular cleaning", "deep cleaning", "move in/out"];

/** Whether the customer chooses the hours and pays by them (spec section 5). */
export function hoursApply(service: Service): boolean {
  return rulesOf(service).by === "hour";
}

/** The rules of a service: its price list, else the specification's (section 9): by the hour, once, or by the month. */
export function rulesOf(service: Service): PriceRules {
  const { prices, price_per_hour: cents, visit_minutes: minutes, plan_frequencies } = service;
  if (prices) return prices;
  if (isMonthly(service)) {
    const monthly = { cents, per: "month" as const };
    const frequencies = Object.fromEntries(plan_frequencies.map((frequency) => [frequency, monthly]));
    return { ...PLAIN_RULES, base: { cents: 0, minutes }, frequencies };
  }
  if (isDetailing(service) || cents === 0) return { ...PLAIN_RULES, base: { cents, minutes } };
  return { ...PLAIN_RULES, by: "hour", base: { cents, minutes: 60 } };
}

/** The frequencies that a service is sold at, the most frequent first; empty if it only comes once. */
export function frequenciesOf(service: Service): Frequency[] {
  const { frequencies } = rulesOf(service);
  return FREQUENCIES.filter((frequency) => frequencies[frequency]);
}

/** Whether the form asks for bedrooms and bathrooms (spec section 5). */
export function roomsApply(service: Service): boolean {
  return service.service_type === "residential" || rulesOf(service).by === "home";
}

/** Whether the form asks for half baths. */
export function halfBathsApply(service: Service): boolean {
  return rulesOf(service).by === "home";
}

/** Whether the form asks for the size of the home. */
export function sizeApplies(service: Service): boolean {
  const { by, bands } = rulesOf(service);
  return by === "home" && bands.length > 0;
}

/** Whether the booking summary lists bedrooms and bathrooms (spec section 5). */
export function roomsCount(service: Service): boolean {
  return roomsApply(service) && titleHas(service, CLEANING_WORDS) && !titleHas(service, OTHER_WORDS);
}

/** Whether the price needs an estimate. Such a service can't be booked online. */
export function needsEstimate(service: Service): boolean {
  return !service.prices && service.price_per_hour === 0;
}

/** What a service costs at least. `per`: for an hour, a visit of a plan, a month, or once. */
export type LowestPrice = { cents: Cents; per: "hour" | "visit" | "month" | "once"; varies: boolean };

/** The lowest price of a service before tax; `varies` if other choices of home or frequency cost more. */
export function lowestPrice(service: Service): LowestPrice {
  const rules = rulesOf(service);
  const { by, base, bedroom, bathroom, bands, minimum } = rules;
  const bandCents = bands.length > 0 ? Math.min(...bands.map(({ cents }) => cents)) : 0;
  const smallest = by === "home" ? [bedroom.cents, bathroom.cents, bandCents] : [];
  const home = smallest.reduce((total, cents) => total + cents, 0);
  if (!isMonthly(service)) {
    if (by === "hour") return { cents: base.cents, per: "hour", varies: false };
    return { cents: Math.max(minimum, base.cents + home), per: "once", varies: by === "home" };
  }
  const sold = FREQUENCIES.flatMap((frequency): Pick<LowestPrice, "cents" | "per">[] => {
    const price = rules.frequencies[frequency];
    if (!price) return [];
    if (price.per === "visit") return [{ cents: Math.max(minimum, price.cents + home), per: price.per }];
    const monthly = smallest.map((cents) => monthlyCharge(cents, frequency));
    return [{ cents: monthly.reduce((total, cents) => total + cents, price.cents), per: price.per }];
  });
  const byVisit = sold.filter(({ per }) => per === "visit");
  const compared = byVisit.length > 0 ? byVisit : sold;
  const cents = Math.min(...compared.map((price) => price.cents));
  const per = byVisit.length > 0 ? "visit" : "month";
  return {
    cents,
    per,
    varies: by === "home" || sold.some((price) => price.cents !== cents || price.per !== per),
  };
}

const UNITS: Record<LowestPrice["per"], string> = { hour: "/hr", visit: "/visit", month: "/month", once: "" };

/**
 * Price text (spec section 9): 'Get Estimate', '$289/month', '$53/hr', '$52.50/hr', or '$189' for a fixed price. Prices by the
 * home are 'from $129'. Whole dollars have no cents; cents are never rounded.
 */
export function priceLabel(service: Service, currency = "USD"): string {
  if (needsEstimate(service)) return "Get Estimate";
  const { cents, per, varies } = lowestPrice(service);
  return `${varies ? "from " : ""}${formatCents(cents, currency, { dropZeroCents: true })}${UNITS[per]}`;
}

/** Label of the button that leads to booking or to an estimate. */
export function bookLabel(service: Service): string {
  if (needsEstimate(service)) return "Get Estimate";
  return service.subscription_type === "monthly" ? "Subscribe Now" : "Book Now";
}

/** Regular Cleaning, Deep Cleaning and Move In/Out first, then the others in their order (spec section 9). */
export function orderForHome(services: readonly Service[]): Service[] {
  return services.toSorted((a, b) => homeRank(a) - homeRank(b));
}

function homeRank({ title }: Service): number {
  const rank = FIRST_AT_HOME.findIndex((start) => title.toLowerCase().startsWith(start));
  return rank === -1 ? FIRST_AT_HOME.length : rank;
}

/** Whether it is like auto detailing, which has no hours (spec section 5). */
function isDetailing(service: Pick<Service, "title">): boolean {
  return titleHas(service, ["auto"]) && titleHas(service, ["detail"]);
}

function titleHas({ title }: Pick<Service, "title">, words: string[]): boolean {
  const lower = title.toLowerCase();
  return words.some((word) => lower.includes(word));
}
