import { and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { readOfficeService } from "~/features/catalog/office/queries.server";
import { addDays, formatDate } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type Comparison, compared, DAYS_COMPARED, NOTHING_COMPARED, type PastVisit } from "./comparison";
import { readBounds, readDraft, seenOf } from "./queries.server";
import { wrongDay, wrongPrices } from "./rules";
import { linesOf } from "./view";

/** How many visits are held in memory at a time, unless told otherwise. */
const BATCH = 5_000;

/** What publishing the draft would mean. */
export type PublishPage = {
  title: string;
  currency: string;
  begins: string;
  seen: string;
  lines: { label: string; value: string }[];
  from: string;
  until: string;
  comparison: Comparison;
  /** Why it can't be published as it is. */
  wrong: string[];
};

/** The draft of a service and what it would have made of the last 90 days' visits; null without a draft. */
export async function readPublishPage(ctx: StaffCtx, id: string, batch = BATCH): Promise<PublishPage | null> {
  const [service, draft, bounds] = await Promise.all([
    readOfficeService(ctx, id),
    readDraft(ctx.db, id),
    readBounds(ctx),
  ]);
  if (!service || !draft) return null;
  const priced = { ...service, prices: draft.rules };
  const from = addDays(bounds.today, -DAYS_COMPARED);
  let comparison = NOTHING_COMPARED;
  for await (const visits of pastVisits(ctx.db, id, { from, until: bounds.today, batch }))
    comparison = compared(comparison, priced, visits);
  return {
    title: service.title,
    currency: bounds.currency,
    begins: formatDate(draft.begins_on),
    seen: seenOf(draft),
    lines: linesOf(draft.rules, bounds.currency),
    from: formatDate(from),
    until: formatDate(addDays(bounds.today, -1)),
    comparison,
    wrong: Object.values({ ...wrongPrices(priced, bounds), ...wrongDay(draft.begins_on, bounds.today) }),
  };
}

/**
 * The visits of a service from a day on and before another, in batches. A plan's visit has the plan's choices and charge. A
 * single visit is the customer's first if they have no earlier one.
 */
async function* pastVisits(
  db: Database,
  service: string,
  { from, until, batch }: { from: string; until: string; batch: number },
): AsyncGenerator<PastVisit[]> {
  let last: { date: string; id: string } | undefined;
  for (;;) {
    const { scheduled_date: date, id } = bookings;
    const after = last && sql`(${date}, ${id}) > (${last.date}, ${last.id})`;
    const rows = await db
      .select({
        id,
        date,
        number: bookings.number,
        total_amount: bookings.total_amount,
        duration_hours: bookings.duration_hours,
        bedrooms: bookings.bedrooms,
        bathrooms: bookings.bathrooms,
        half_baths: bookings.half_baths,
        square_feet: bookings.square_feet,
        extras: bookings.extras,
        plan: {
          frequency: plans.frequency,
          amount: plans.amount,
          tax_amount: plans.tax_amount,
          bedrooms: plans.bedrooms,
          bathrooms: plans.bathrooms,
          half_baths: plans.half_baths,
          square_feet: plans.square_feet,
          extras: plans.extras,
        },
        first_visit: sql<boolean>`not exists (select 1 from bookings earlier
          where earlier.customer_id = ${bookings.customer_id} and earlier.starts_at < ${bookings.starts_at}
            and earlier.status in ('confirmed', 'completed'))`,
      })
      .from(bookings)
      .leftJoin(plans, eq(plans.id, bookings.plan_id))
      .where(
        and(
          ...[eq(bookings.service_id, service), inArray(bookings.status, ["confirmed", "completed"])],
          ...[gte(date, from), lt(date, until), after],
        ),
      )
      .orderBy(asc(date), asc(id))
      .limit(batch);
    yield rows.map(({ plan, ...visit }): PastVisit => {
      const { bedrooms, bathrooms, half_baths, square_feet, extras } = plan ?? visit;
      return {
        id: visit.id,
        number: visit.number,
        frequency: plan?.frequency ?? null,
        charged: plan ? plan.amount - plan.tax_amount : visit.total_amount,
        minutes: Math.round(visit.duration_hours * 60),
        choices: {
          ...{ bedrooms, bathrooms, half_baths, square_feet, extras },
          first_visit: !plan && visit.first_visit,
        },
      };
    });
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end;
  }
}
