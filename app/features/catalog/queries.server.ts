import { and, asc, desc, eq, Placeholder, type SQL, sql } from "drizzle-orm";
import { service_prices, services } from "~/db/schema/catalog";
import { settingsOf } from "~/features/operations/settings/queries.server";
import type { Ctx } from "~/platform/context.server";
import type { PriceRules } from "./rules";
import type { Service, ServiceType } from "./service";

const DEFAULT_ZONE = settingsOf("[]")["general.timezone"];

/**
 * The price list of a service that has begun on the company's day of a moment, or null. Ties go to the one that was published
 * last.
 */
function pricesAt(now: Temporal.Instant | Placeholder): SQL<PriceRules | null> {
  const { begins_on, published_at, rules, service_id } = service_prices;
  const zone = sql`(select value from admin_settings where category = 'general' and key = 'timezone')`;
  const at = now instanceof Placeholder ? now : now.toString();
  const today = sql`(${at}::timestamptz at time zone coalesce(${zone}, ${DEFAULT_ZONE}))::date`;
  return sql`(select ${rules} from ${service_prices}
    where ${service_id} = services.id and ${published_at} is not null and ${begins_on} <= ${today}
    order by ${begins_on} desc, ${published_at} desc limit 1)`;
}

/** The columns of a service, with its prices at a moment. */
export const serviceColumns = (now: Temporal.Instant | Placeholder) => ({
  id: services.id,
  title: services.title,
  description: services.description,
  price_per_hour: services.price_per_hour,
  subscription_type: services.subscription_type,
  service_type: services.service_type,
  is_popular: services.is_popular,
  is_active: services.is_active,
  features: services.features,
  visit_minutes: services.visit_minutes,
  plan_frequencies: services.plan_frequencies,
  start_times: services.start_times,
  terms: services.terms,
  image: services.image,
  prices: pricesAt(now),
});

/** Active services of one type or both, popular ones first (spec section 7). */
export async function readServices(
  { db, now }: Pick<Ctx, "db" | "now">,
  type?: ServiceType,
): Promise<Service[]> {
  const filters: SQL[] = [eq(services.is_active, true)];
  if (type) filters.push(eq(services.service_type, type));
  return db
    .select(serviceColumns(now))
    .from(services)
    .where(and(...filters))
    .orderBy(desc(services.is_popular), asc(services.sort_order), asc(services.title));
}

/** One service, active or not. Null if there is none with this id. */
export async function readService({ db, now }: Pick<Ctx, "db" | "now">, id: string): Promise<Service | null> {
  const one = db.select(serviceColumns(now)).from(services).where(eq(services.id, id));
  const [service] = await one.prepare("service").execute();
  return service ?? null;
}
