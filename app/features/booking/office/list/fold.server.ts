import { and, count, eq, gte, isNotNull, isNull, lt, max, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { Search } from "~/features/office/lists/find.server";
import type { Database } from "~/platform/database/database.server";

/** More than any visit is booked ahead. */
const MOST_AHEAD_DAYS = 800;

type Scope = {
  /** The first moment of what folds. */
  far: Temporal.Instant;
  /** What the list is narrowed to. */
  filter: SQL | undefined;
  /** The bookings of one customer, where only theirs are asked for. */
  customer: SQL | undefined;
};

/**
 * The list with each plan's far visits folded: near visits, far visits without a plan, and each plan's first far visit,
 * which stands for its later ones. Each part has an index of its own.
 */
export function foldedList({ far, filter, customer }: Scope, sort: "date" | "amount"): Search {
  const first = sql`(
    select first.* from ${plansOf({ far, customer })} cross join lateral (
      select ${bookings}.* from ${bookings}
      where ${and(eq(bookings.plan_id, plans.id), gte(bookings.starts_at, far), filter)}
      order by ${bookings.starts_at}, ${bookings.id} limit 1
    ) first) as ${bookings}`;
  return [
    { where: lt(bookings.starts_at, far), finds: "place" },
    {
      where: sql`${and(gte(bookings.starts_at, far), isNull(bookings.plan_id))}`,
      finds: sort === "date" ? "place" : "few",
    },
    { from: first, where: sql`true`, finds: "few" },
  ];
}

/** The plans that may have far visits. One that ended has those that were cancelled then, for as long as they are ahead. */
function plansOf({ far, customer }: Pick<Scope, "far" | "customer">): SQL {
  const longAgo = far.subtract({ hours: 24 * MOST_AHEAD_DAYS });
  if (!customer)
    return sql`(select ${plans.id} from ${plans}
      where ${or(isNull(plans.ended_at), gte(plans.ended_at, longAgo))}) as ${plans}`;
  return sql`(select distinct ${bookings.plan_id} as id from ${bookings}
    where ${and(customer, isNotNull(bookings.plan_id))}) as ${plans}`;
}

export type Fold = { visits: number; cancelled: number; needs_attention: boolean; last: string };

/** What stands behind the first far visit of each of these plans, that visit included. */
export async function readFolds(
  db: Database,
  planIds: string[],
  { far, filter }: Pick<Scope, "far" | "filter">,
): Promise<Map<string, Fold>> {
  const ofPlans = sql`${bookings.plan_id} = any(${`{${planIds.join(",")}}`}::uuid[])`;
  const found = await db
    .select({
      plan_id: bookings.plan_id,
      visits: count(),
      cancelled: sql<number>`(count(*) filter (where ${bookings.status} = 'cancelled'))::int`,
      needs_attention: sql<boolean>`bool_or(${bookings.needs_attention} is not null)`,
      last: max(bookings.scheduled_date),
    })
    .from(bookings)
    .where(and(ofPlans, gte(bookings.starts_at, far), filter))
    .groupBy(bookings.plan_id);
  return new Map(found.map(({ plan_id, last, ...fold }) => [plan_id ?? "", { ...fold, last: last ?? "" }]));
}
