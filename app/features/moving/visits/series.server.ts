import { and, eq, ne, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { import_visits } from "~/db/schema/imports";
import { series } from "~/db/schema/series";
import { homeKey } from "~/features/moving/customers/rules";
import { joinSeries, type Member } from "~/features/plans/series/join.server";
import { planStatus } from "~/features/plans/series/sell.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Compared } from "./compare.server";

/** A visit's series. `needs_attention`: what staff must decide, because the series is a plan here. */
export type Joined = { series_id: string | null; needs_attention: string | null };

const IS_PLAN = "Its series was sold as a plan here. Cancel this visit if the plan has one in its place.";

/** The series of new visits to come that the file says come again, by their lines. Imports take a lock, so there are no twins. */
export async function joinVisits(
  tx: Database,
  ctx: JobCtx,
  fresh: readonly Compared[],
): Promise<Map<number, Joined>> {
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
  const sold = await tx
    .select({ id: series.id })
    .from(series)
    .where(and(anyOf(series.id, [...new Set(ids)]), ne(planStatus, "ended")));
  const plans = new Set(sold.map(({ id }) => id));
  return new Map(
    again.map(({ line }, place) => {
      const series_id = ids[place] ?? "";
      return [line, { series_id, needs_attention: plans.has(series_id) ? IS_PLAN : null }];
    }),
  );
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
