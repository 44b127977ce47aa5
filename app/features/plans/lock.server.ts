// Rooms: a plan is locked with its draft (booking) and its days (scheduling), in company time (operations).
import { and, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { daysOfDraft } from "~/features/booking/checkout/draft.server";
import { lockDraft } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { type At, asOf } from "~/features/plans/change/rules";
import { nextVisits } from "~/features/plans/schedule/rules";
import type { PlanRow } from "~/features/plans/schedule/visits.server";
import { dayLocks } from "~/features/scheduling/crews/pick.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import { ownPlan } from "./ownership.server";
import { NO_PLAN, PLAN_VISITS } from "./plan";

export type LockedPlan = { plan: PlanRow; at: At };

/** The owner of the plan; staff use OFFICE_ACTOR. */
export type OnBehalfOf = Pick<Ctx, "actor">;

/** Changes a locked plan. `days`: where visits may go, beside those where they are. */
export function changeLocked<Outcome>(
  ctx: Ctx,
  onBehalfOf: OnBehalfOf,
  id: string,
  what: (tx: Database, locked: LockedPlan) => Promise<Outcome>,
  days: readonly string[] = [],
): Promise<Outcome | typeof NO_PLAN> {
  return retryWhenTaken(() =>
    ctx.db.transaction(async (tx) => {
      const locked = await lockPlan(tx, ctx, onBehalfOf, id, days);
      if (!locked) return NO_PLAN;
      return what(tx, { ...locked, plan: asOf(locked.plan, locked.at) });
    }),
  );
}

/** Runs a transaction up to three times, if another takes one of its slots. */
export async function retryWhenTaken<Outcome>(transact: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt > 2 || postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
    }
  }
}

/**
 * Locks a plan of the actor: draft, days, then rows, in the order of all verbs about visits. Undefined if the actor has
 * no such plan.
 */
async function lockPlan(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  onBehalfOf: OnBehalfOf,
  id: string,
  days: readonly string[],
): Promise<LockedPlan | undefined> {
  if (!isUuid(id)) return undefined;
  return lock(tx, ctx, theirs(onBehalfOf, id), days);
}

function theirs({ actor }: OnBehalfOf, id: string) {
  return and(eq(plans.id, id), ownPlan(actor), ne(plans.address_line1, ERASED_STREET));
}

/** Reads a plan of the actor as it is now, without a lock, for what is only shown. */
export async function readPlanAt(ctx: Ctx, onBehalfOf: OnBehalfOf, id: string): Promise<LockedPlan | null> {
  if (!isUuid(id)) return null;
  const [plan] = await ctx.db.select().from(plans).where(theirs(onBehalfOf, id));
  if (!plan) return null;
  const zone = (await readSettings(ctx))["general.timezone"];
  const at = { now: ctx.now, today: companyToday(ctx.now, zone), zone };
  return { plan: asOf(plan, at), at };
}

/** Locks a plan for the program's own work, even if its customer has deleted the account. */
export function lockAnyPlan(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  id: string,
): Promise<LockedPlan | undefined> {
  return lock(tx, ctx, eq(plans.id, id));
}

async function lock(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  which: SQL | undefined,
  more: readonly string[] = [],
): Promise<LockedPlan | undefined> {
  const [seen] = await tx.select().from(plans).where(which);
  if (!seen) return undefined;
  const zone = (await readSettings({ db: tx }))["general.timezone"];
  const today = companyToday(now, zone);
  const laid = await tx
    .select({ date: bookings.scheduled_date })
    .from(bookings)
    .where(and(eq(bookings.plan_id, seen.id), gte(bookings.scheduled_date, today)));
  const span = { today, paused_from: null, resumes_on: null, ends_on: null };
  const days = [...laid, ...nextVisits(seen, span, PLAN_VISITS)].map(({ date }) => date);
  days.push(...more);
  await lockDraft(tx, seen.draft_id);
  const may_come_back = seen.status === "pending" || seen.status === "ended";
  if (may_come_back) days.push(...(await daysOfDraft(tx, seen.draft_id))); // of what its draft may hold now
  await lockUntilCommit(tx, ...dayLocks(days));
  const [plan] = await tx.select().from(plans).where(which).for("update");
  return plan && { plan, at: { now, today, zone } };
}

/** Changes with every update of the row. What was read under another version is stale. */
export const planVersion = sql<string>`${plans}.xmin::text`;

/** The version of a plan that is locked. */
export async function readVersion(tx: Database, id: string): Promise<string | undefined> {
  const [plan] = await tx.select({ version: planVersion }).from(plans).where(eq(plans.id, id));
  return plan?.version;
}
