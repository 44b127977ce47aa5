import { type Cents, formatCents } from "~/lib/money";

export type ServiceType = "residential" | "commercial";

export const SERVICE_TYPES = ["residential", "commercial"] as const satisfies readonly ServiceType[];

/** How often a monthly service comes. */
export const FREQUENCIES = ["weekly", "biweekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What the company sells (spec section 3). */
export type Service = {
  /** Readable slug, e.g. "regular-cleaning". */
  id: string;
  title: string;
  description: string;
  /** Per hour; per month for 'monthly'; once where the hours selector does not apply. 0: estimate only. */
  price_per_hour: Cents;
  subscription_type: "one_time" | "monthly";
  service_type: ServiceType;
  is_popular: boolean;
  is_active: boolean;
  features: string[];
  /** Length of a visit when the hours selector does not apply. */
  visit_minutes: number;
  /** How often it may come, when it is monthly. */
  plan_frequencies: Frequency[];
  /** Key of a picture in app/ui/pictures.ts. */
  image: string | null;
};

/** Whether it is charged month by month, as a plan with visits. */
export function isMonthly({ subscription_type }: Pick<Service, "subscription_type">): boolean {
  return subscription_type === "monthly";
}

const CLEANING_WORDS = ["deep", "regular", "standard", "basic", "move", "clean"];
const OTHER_WORDS = ["paw", "auto", "detail"];
const FIRST_AT_HOME = ["regular cleaning", "deep cleaning", "move in/out"];

/** Whether the customer chooses the hours, and pays by them (spec section 5). */
export function hoursApply(service: Service): boolean {
  return service.subscription_type === "one_time" && !needsEstimate(service) && !isDetailing(service);
}

/** Whether bedrooms and bathrooms are asked for (spec section 5). */
export function roomsApply(service: Service): boolean {
  return service.service_type === "residential";
}

/** Whether bedrooms and bathrooms are worth a line in the booking summary (spec section 5). */
export function roomsCount(service: Service): boolean {
  return roomsApply(service) && titleHas(service, CLEANING_WORDS) && !titleHas(service, OTHER_WORDS);
}

/** Whether the price is unknown until someone has looked; such a service can't be booked online. */
export function needsEstimate(service: Service): boolean {
  return service.price_per_hour === 0;
}

/**
 * 'Get Estimate', '$289/month', '$53/hr', '$52.50/hr', or '$189' for a job with one price (spec section 9). Whole dollars stand
 * without cents; a price with cents is never rounded to another one.
 */
export function priceLabel(service: Service, currency = "USD"): string {
  if (needsEstimate(service)) return "Get Estimate";
  const monthly = service.subscription_type === "monthly";
  const price = formatCents(service.price_per_hour, currency, { dropZeroCents: true });
  if (monthly) return `${price}/month`;
  return hoursApply(service) ? `${price}/hr` : price;
}

/** The text of the button that leads to booking, or to an estimate. */
export function bookLabel(service: Service): string {
  if (needsEstimate(service)) return "Get Estimate";
  return service.subscription_type === "monthly" ? "Subscribe Now" : "Book Now";
}

/** Regular Cleaning, Deep Cleaning, Move In/Out first, then the others as they came (spec section 9). */
export function orderForHome(services: readonly Service[]): Service[] {
  return services.toSorted((a, b) => homeRank(a) - homeRank(b));
}

/** How long a visit takes, in minutes. `hours` is what the customer chose, null where hours don't apply. */
export function visitMinutes(service: Service, hours: number | null): number {
  return hoursApply(service) && hours !== null ? hours * 60 : service.visit_minutes;
}

function homeRank({ title }: Service): number {
  const rank = FIRST_AT_HOME.findIndex((start) => title.toLowerCase().startsWith(start));
  return rank === -1 ? FIRST_AT_HOME.length : rank;
}

function isDetailing(service: Service): boolean {
  return titleHas(service, ["auto"]) && titleHas(service, ["detail"]);
}

function titleHas({ title }: Service, words: string[]): boolean {
  const lower = title.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** How often a monthly service comes, as one chooses it. */
export const FREQUENCY_LABELS: Record<Frequency, string> = {
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
};
