import { eq, sql } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { series } from "~/db/schema/series";
import { subselect } from "~/db/subselect";
import { makeRoom, type PaidVisit, readRoom } from "~/features/booking/make-room.server";
import { flagForAttention } from "~/features/plans/attention.server";
import type { PlanStatus } from "~/features/plans/plan";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** A series that is offered as a plan, with the visits that would make room from its first day on. */
export type Offered = { series_id: string; without: string[] };

type Refusal = { ok: false; message: string };

/**
 * The series of a customer that may be sold as a plan from a day on (company time), with the visits that it takes the place of; null if
 * none is named. `lock`: until the transaction ends.
 */
export async function readOffered(
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, customer_id, from }: { id: string | undefined; customer_id: string | undefined; from: string },
  lock = false,
): Promise<{ ok: true; offered: Offered | null } | Refusal> {
  if (!id) return { ok: true, offered: null };
  if (!isUuid(id)) return { ok: false, message: GONE };
  if (lock) await lockSeries(db, id);
  const [found] = await db
    .select({ id: series.id, customer_id: series.customer_id, sold: planStatus })
    .from(series)
    .where(eq(series.id, id));
  if (!found || found.customer_id !== customer_id) return { ok: false, message: GONE };
  if (found.sold) return { ok: false, message: SOLD };
  const room = await readRoom({ db, now }, { series_id: found.id, from });
  const [paid] = room.paid;
  if (paid) return { ok: false, message: paidWords(paid) };
  return { ok: true, offered: { series_id: found.id, without: room.ids } };
}

const GONE = "This series is not one of the customer’s. Open it from the list again.";
const SOLD = "This series was sold as a plan already.";
const paidWords = ({ number, is_under_way }: PaidVisit) =>
  is_under_way
    ? `A payment for visit ${formatNumber(number)} of the series is under way. Wait for it, or let the plan begin after the visit.`
    : `Visit ${formatNumber(number)} of the series is paid. Let the plan begin after it, or refund it first.`;

/** Locks a series. Read it with a statement of its own: a plan that was stored meanwhile is not seen by this one. */
export async function lockSeries(tx: Database, id: string): Promise<void> {
  await tx.select({ id: series.id }).from(series).where(eq(series.id, id)).for("update");
}

/** The status of the plan that a series was sold as; null without one. A plan that ended before it was paid doesn't count. */
export const planStatus = subselect(sql<PlanStatus | null>`(select plan.status from ${plans} plan
  where plan.id = ${series.plan_id} and (plan.status <> 'ended' or plan.billing_anchor is not null))`);

/** Undoes a sale while a visit of the series was being paid. */
export class PaidMeanwhile extends Error {}

/**
 * Lets the visits of a series make room for the plan that it is sold as. Call it with the series locked, before the plan's visits are
 * stored. Throws `PaidMeanwhile`.
 */
export async function giveWay(
  tx: Database,
  ctx: Pick<Ctx, "now" | "actor" | "jobs">,
  { series_id, without }: Offered,
  plan_id: string,
): Promise<void> {
  const stay = await makeRoom(tx, ctx, { ids: without, plan_id });
  if (stay.length > 0) throw new PaidMeanwhile();
  await tx.update(series).set({ plan_id, updated_at: ctx.now }).where(eq(series.id, series_id));
}

/** A plan that is paid after its visits were released takes the place of the series' visits once more; staff decide about paid ones. */
export async function giveWayAgain(
  tx: Database,
  ctx: Pick<Ctx, "now" | "actor" | "jobs">,
  { id, first_date }: { id: string; first_date: string },
): Promise<void> {
  const [found] = await tx.select().from(series).where(eq(series.plan_id, id)).for("update");
  if (!found) return;
  const { ids } = await readRoom({ db: tx, now: ctx.now }, { series_id: found.id, from: first_date });
  for (const number of await makeRoom(tx, ctx, { ids, plan_id: id }))
    await flagForAttention(
      tx,
      ctx,
      id,
      `Visit ${formatNumber(number)} of its series is paid and stays. Cancel it, or skip the plan’s visit.`,
    );
}
