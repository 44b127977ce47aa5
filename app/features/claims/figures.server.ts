import { and, count, eq, gte, isNull, lte } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { claims } from "~/db/schema/claims";
import { crews } from "~/db/schema/crews";
import type { StaffCtx } from "~/platform/context.server";
import type { ClaimFigure } from "./claim";
import { FIGURE_DAYS } from "./rules";

/** Claims and completed visits of the last days, by crew and by service; those with the most claims per visit first. */
export async function readClaimFigures(ctx: StaffCtx): Promise<Record<"crews" | "services", ClaimFigure[]>> {
  const crewNames = await ctx.db.select({ id: crews.id, name: crews.name }).from(crews);
  const serviceNames = await ctx.db.select({ id: services.id, name: services.title }).from(services);
  return {
    crews: await readFigures(ctx, bookings.crew_id, crewNames),
    services: await readFigures(ctx, bookings.service_id, serviceNames),
  };
}

type By = typeof bookings.crew_id | typeof bookings.service_id;

async function readFigures(
  { db, now }: StaffCtx,
  by: By,
  names: { id: string; name: string }[],
): Promise<ClaimFigure[]> {
  const since = now.subtract({ hours: 24 * FIGURE_DAYS });
  const visits = await db
    .select({ id: by, count: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "completed"),
        isNull(bookings.re_clean_of),
        isNull(bookings.history_of), // nobody could claim those here
        gte(bookings.starts_at, since),
        lte(bookings.starts_at, now),
      ),
    )
    .groupBy(by);
  const claimed = await db
    .select({ id: by, count: count() })
    .from(claims)
    .innerJoin(bookings, eq(bookings.id, claims.booking_id))
    .where(and(isNull(bookings.re_clean_of), gte(claims.created_at, since)))
    .groupBy(by);
  const countIn = (rows: { id: string | null; count: number }[], id: string) =>
    rows.find((row) => row.id === id)?.count ?? 0;
  return names
    .map(({ id, name }) => ({ id, name, claims: countIn(claimed, id), visits: countIn(visits, id) }))
    .filter((figure) => figure.claims + figure.visits > 0)
    .toSorted(
      (a, b) => b.claims / Math.max(1, b.visits) - a.claims / Math.max(1, a.visits) || b.visits - a.visits,
    );
}
