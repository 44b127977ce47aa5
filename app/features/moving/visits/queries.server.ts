import { services } from "~/db/schema/catalog";
import { feePolicyOf } from "~/features/operations/settings/fee-policy";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readWorkingTimes } from "~/features/scheduling/availability/queries.server";
import type { Database } from "~/platform/database/database.server";

/** How far ahead closures are read, in days. */
const AHEAD = 800;

/** All that a visit is compared with, beside visits: services, crews with their hours, closures and settings. */
export async function readCompanyOf(tx: Database, now: Temporal.Instant) {
  const settings = await readSettings({ db: tx });
  const offered = await tx
    .select({ id: services.id, title: services.title })
    .from(services)
    .orderBy(services.id);
  return {
    ...(await readWorkingTimes(tx, now, AHEAD)),
    ...{ now, services: offered },
    policy: feePolicyOf(settings),
    currency: settings["payments.default_currency"].toUpperCase(),
  };
}
export type Company = Awaited<ReturnType<typeof readCompanyOf>>;
