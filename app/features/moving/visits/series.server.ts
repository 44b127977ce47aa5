import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { import_visits } from "~/db/schema/imports";
import { series } from "~/db/schema/series";
import { homeKey } from "~/features/moving/customers/rules";
import { joinSeries, type Member } from "~/features/plans/series/join.server";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Compared } from "./compare.server";

/** The series of new visits to come that the file says come again, by their lines. Imports take a lock, so there are no twins. */
export async function joinVisits(
  tx: Database,
  ctx: JobCtx,
  fresh: readonly Compared[],
): Promise<Map<number, string>> {
  const again = fresh.flatMap(({ line, row, whose, service_id, is_history }) => {
    const { frequency } = row;
    if (is_history || frequency === null) return [];
    const { customer, property_id, address } = whose;
    const member: Member = {
      ...{ customer_id: customer.id, property_id, service_id, frequency },
      home_key: homeKey(address),
    };
    return [{ line, member }];
  });
  const members = again.map(({ member }) => member);
  const ids = await joinSeries(tx, ctx, members, homeKey);
  return new Map(again.map(({ line }, place) => [line, ids[place] ?? ""]));
}

/** The number of series that a run's visits belong to. */
export async function countSeries(db: Database, run_id: string): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(distinct ${series.id})::int` })
    .from(import_visits)
    .innerJoin(bookings, eq(bookings.id, import_visits.booking_id))
    .innerJoin(series, eq(series.id, bookings.series_id))
    .where(eq(import_visits.run_id, run_id));
  return found?.count ?? 0;
}
