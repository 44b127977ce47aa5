import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import type { Ctx } from "~/platform/context.server";
import type { Service, ServiceType } from "./service";

export const serviceColumns = {
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
  image: services.image,
};

/** Active services of one type or both, popular ones first (spec section 7). */
export async function readServices({ db }: Pick<Ctx, "db">, type?: ServiceType): Promise<Service[]> {
  const filters: SQL[] = [eq(services.is_active, true)];
  if (type) filters.push(eq(services.service_type, type));
  return db
    .select(serviceColumns)
    .from(services)
    .where(and(...filters))
    .orderBy(desc(services.is_popular), asc(services.sort_order), asc(services.title));
}

/** One service, active or not. Null if there is none with this id. */
export async function readService({ db }: Pick<Ctx, "db">, id: string): Promise<Service | null> {
  const one = db.select(serviceColumns).from(services).where(eq(services.id, id));
  const [service] = await one.prepare("service").execute();
  return service ?? null;
}
