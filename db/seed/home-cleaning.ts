import { service_prices, services } from "../../app/db/schema/catalog";
import { type Choices, PLAIN_RULES, type PriceRules } from "../../app/features/catalog/rules";
import type { Service } from "../../app/features/catalog/service";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";

export const HOME_CLEANING = "home-cleaning";

/** Priced by the home, once or as a plan: $129 at least, about $70 for an hour of a crew. */
const rules: PriceRules = {
  ...PLAIN_RULES,
  by: "home",
  base: { cents: 8900, minutes: 60 },
  bedroom: { cents: 1200, minutes: 15 },
  bathroom: { cents: 2200, minutes: 25 },
  half_bath: { cents: 900, minutes: 10 },
  bands: [
    { up_to: 1000, cents: 0, minutes: 0 },
    { up_to: 1500, cents: 1500, minutes: 15 },
    { up_to: 2000, cents: 3000, minutes: 30 },
    { up_to: 3000, cents: 5500, minutes: 55 },
  ],
  extras: [
    { id: "oven", title: "Inside oven", picture: "supplies", most: 1, cents: 3500, minutes: 30 },
    { id: "refrigerator", title: "Inside refrigerator", picture: null, most: 2, cents: 3500, minutes: 20 },
    {
      id: "windows",
      title: "Interior windows",
      picture: "service-exterior",
      most: 24,
      cents: 700,
      minutes: 6,
    },
    { id: "laundry", title: "Laundry, per load", picture: null, most: 3, cents: 2000, minutes: 20 },
  ],
  first_visit: { cents: 4500, minutes: 45 },
  minimum: 12_900,
  frequencies: {
    weekly: { cents: 6900, per: "visit" },
    biweekly: { cents: 7900, per: "visit" },
    monthly: { cents: 8500, per: "visit" },
  },
};

/** Adds the demo company's service that is priced by the home, with a price list that began before its first visit. */
export async function seedHomeCleaning(tx: Database, now: Temporal.Instant, zone: string): Promise<Service> {
  const service = {
    id: HOME_CLEANING,
    title: "Home Cleaning",
    description:
      "Your whole home at a price you know before we come: by its rooms and size, not by the hour.",
    price_per_hour: rules.base.cents,
    subscription_type: "one_time" as const,
    service_type: "residential" as const,
    is_popular: false,
    is_active: true,
    features: ["One price for your home", "Extras when you want them", "Once, or as often as you like"],
    visit_minutes: rules.base.minutes,
    plan_frequencies: [],
    start_times: null,
    terms: null,
    image: "home-tips",
  };
  const added = await tx
    .insert(services)
    .values({ ...service, sort_order: 100 })
    .onConflictDoNothing()
    .returning({ id: services.id });
  if (added.length > 0) {
    const begins_on = addDays(companyToday(now, zone), -365);
    await tx.insert(service_prices).values({ service_id: service.id, begins_on, rules, published_at: now });
  }
  return { ...service, prices: rules };
}

/** What a demo customer chooses for a home of this many rooms. Short enough for the gap that the visit stands in. */
export function choicesOf(home: { bedrooms: number | null; bathrooms: number | null }) {
  const bedrooms = Math.min(home.bedrooms ?? 2, 3);
  const bathrooms = Math.min(home.bathrooms ?? 1, 2);
  const extras = bathrooms === 1 ? rules.extras.filter(({ id }) => id === "refrigerator") : [];
  return {
    ...{ bedrooms, bathrooms, half_baths: 0, square_feet: 1500 },
    extras: extras.map(({ id, title, cents, minutes }) => ({ id, title, cents, minutes, quantity: 1 })),
  } satisfies Partial<Choices>;
}
