import { asc, desc, eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { serviceColumns } from "~/features/catalog/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { OfficeService } from "./service";

/** All services, also inactive ones, in the order of the site. */
export function readOfficeServices(ctx: { db: Database; now: Temporal.Instant }): Promise<OfficeService[]> {
  return select(ctx).orderBy(
    desc(services.service_type),
    desc(services.is_popular),
    asc(services.sort_order),
    asc(services.title),
  );
}

export async function readOfficeService(ctx: StaffCtx, id: string): Promise<OfficeService | null> {
  const [service] = await select(ctx).where(eq(services.id, id));
  return service ?? null;
}

/** Version of a service: a hash of the fields of its form. */
export const VERSION = sql<string>`md5(row(
  ${services.title}, ${services.description}, ${services.price_per_hour}, ${services.subscription_type},
  ${services.service_type}, ${services.is_popular}, ${services.is_active}, ${services.features},
  ${services.visit_minutes}, ${services.plan_frequencies}, ${services.image}, ${services.terms})::text)`;

function select({ db, now }: { db: Database; now: Temporal.Instant }) {
  return db
    .select({
      ...serviceColumns(now),
      version: VERSION,
      booked: sql<boolean>`exists (select 1 from ${bookings} b where b.service_id = services.id)`,
    })
    .from(services)
    .$dynamic();
}
