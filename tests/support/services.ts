import type { Service } from "../../app/features/catalog/service";

/** A service for tests of pure rules: Regular Cleaning at $53 an hour, unless given. */
export function aService(changes: Partial<Service> = {}): Service {
  return {
    id: "regular-cleaning",
    title: "Regular Cleaning",
    description: "Kitchen, baths, floors and dust.",
    price_per_hour: 5300,
    subscription_type: "one_time",
    service_type: "residential",
    is_popular: true,
    is_active: true,
    features: ["Floors vacuumed and mopped"],
    visit_minutes: 180,
    plan_frequencies: ["biweekly"],
    start_times: null,
    terms: null,
    image: null,
    prices: null,
    ...changes,
  };
}

export const officeCleaning = aService({
  id: "office-cleaning",
  title: "Office Cleaning",
  price_per_hour: 6500,
  service_type: "commercial",
});

export const monthlyHomeCare = aService({
  id: "monthly-home-care",
  title: "Monthly Home Care",
  price_per_hour: 28900,
  subscription_type: "monthly",
});

export const houseWashing = aService({ id: "house-washing", title: "House Washing", price_per_hour: 0 });

export const autoDetailing = aService({
  id: "mobile-auto-detailing",
  title: "Mobile Auto Detailing",
  price_per_hour: 18900,
});
