import { gte } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { feePolicyOf } from "~/features/operations/settings/fee-policy";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readClosures } from "~/features/scheduling/availability/availability.server";
import { companyHours } from "~/features/scheduling/availability/opening-hours";
import { addDays, companyToday } from "~/lib/dates";
import type { Database } from "~/platform/database/database.server";

/** How far ahead closures are read, in days. */
const AHEAD = 800;

/** All that a visit is compared with, beside visits: services, crews with their hours, closures and settings. */
export async function readCompanyOf(tx: Database, now: Temporal.Instant) {
  const settings = await readSettings({ db: tx });
  const zone = settings["general.timezone"];
  const today = companyToday(now, zone);
  const offered = await tx
    .select({ id: services.id, title: services.title })
    .from(services)
    .orderBy(services.id);
  const team = await tx
    .select({ id: crews.id, name: crews.name, is_active: crews.is_active })
    .from(crews)
    .orderBy(crews.sort_order, crews.name);
  const hours = await tx.select().from(crew_hours);
  const time_off = await tx.select().from(crew_time_off).where(gte(crew_time_off.last_day, today));
  return {
    ...{ zone, today, now, services: offered, crews: team },
    times: { hours, time_off },
    closures: await readClosures({ db: tx }, today, addDays(today, AHEAD)),
    hours: companyHours(settings),
    policy: feePolicyOf(settings),
    buffer: settings["booking.travel_buffer_minutes"],
    currency: settings["payments.default_currency"].toUpperCase(),
  };
}
export type Company = Awaited<ReturnType<typeof readCompanyOf>>;
