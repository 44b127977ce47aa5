import { eq } from "drizzle-orm";
import { closures } from "~/db/schema/crews";
import { storm_days, storm_offers } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/reads.server";
import { companyToday, lastBookableDate, parseSlotTime } from "~/features/scheduling/availability/slots";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { isCalendarDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { planStorm, type StormPlan } from "./plan.server";
import { mergeTowns } from "./towns";

/** What the office notes as the reason why a day is closed. */
const REASON = "Storm day";

/** `towns`: none is every town. `seen` is the plan that staff looked at. */
export type StormInput = { date: string; towns: readonly string[]; seen: string };

export type StormOutcome =
  | { ok: true; id: string; asked: number }
  | { ok: false; reason: "invalid" | "changed"; message: string };

/** Whether a storm can be on this day (company time); in words, null when it can. */
export async function whyNoStorm(ctx: AdminCtx, date: string): Promise<string | null> {
  if (!isCalendarDate(date)) return "Choose a day.";
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  if (date < today) return "That day is in the past.";
  return date > lastBookableDate(today) ? "That day is too far ahead to be booked." : null;
}

/**
 * Closes a day, or some towns of it, and asks the customer of every visit there what to do instead. A second storm on a
 * day adds to the first: who has been asked and has not answered is not asked again.
 */
export async function callStorm(ctx: AdminCtx, { date, towns, seen }: StormInput): Promise<StormOutcome> {
  const why = await whyNoStorm(ctx, date);
  if (why) return { ok: false, reason: "invalid", message: why };
  return ctx.db.transaction(async (tx): Promise<StormOutcome> => {
    await lockDay(tx, date);
    const plan = await planStorm({ db: tx, now: ctx.now }, { date, towns });
    if (plan.seen !== seen) {
      const message = "The offered times have changed. Please check them again.";
      return { ok: false, reason: "changed", message };
    }
    const id = await closeDay(tx, ctx, date, towns);
    await ask(tx, ctx, id, plan);
    await recordAudit(tx, ctx, {
      action: "storm.called",
      entity: "storm_day",
      entity_id: id,
      details: { date, towns, asked: plan.visits.length },
    });
    return { ok: true, id, asked: plan.visits.length };
  });
}

async function closeDay(tx: Database, ctx: AdminCtx, date: string, wanted: readonly string[]) {
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const [earlier] = await tx.select().from(storm_days).where(eq(storm_days.date, date)).for("update");
  const towns = earlier && !earlier.opened_at ? mergeTowns(earlier.towns, wanted) : [...wanted];
  const [day] = await tx
    .insert(storm_days)
    .values({ ...dated, date, towns, author_id: ctx.actor.id })
    .onConflictDoUpdate({ target: storm_days.date, set: { towns, opened_at: null, updated_at: ctx.now } })
    .returning({ id: storm_days.id });
  if (!day) throw new Error("The storm day was not stored");
  if (towns.length === 0) {
    const [closure] = await tx
      .insert(closures)
      .values({ ...dated, date, time: null, reason: REASON })
      .onConflictDoNothing()
      .returning({ id: closures.id });
    if (closure) {
      await tx.update(storm_days).set({ closure_id: closure.id }).where(eq(storm_days.id, day.id));
    }
  }
  return day.id;
}

async function ask(tx: Database, ctx: AdminCtx, storm_day_id: string, { visits }: StormPlan) {
  for (const { id: booking_id, proposal } of visits) {
    const time = proposal && parseSlotTime(proposal.time).toString();
    const offer = {
      proposed_date: proposal?.date ?? null,
      proposed_time: time,
      proposed_crew_id: proposal?.crew_id ?? null,
      status: "open" as const,
      answered_at: null,
      updated_at: ctx.now,
    };
    const [asked] = await tx
      .insert(storm_offers)
      .values({ ...offer, storm_day_id, booking_id, created_at: ctx.now })
      .onConflictDoUpdate({ target: [storm_offers.storm_day_id, storm_offers.booking_id], set: offer })
      .returning({ id: storm_offers.id });
    if (asked) await enqueueOffer(tx, ctx, asked.id);
  }
  if (visits.length === 0) return;
  const entries = visits.map(({ id, proposal }) => ({
    action: "storm.offered",
    entity: "booking",
    entity_id: id,
    details: { storm_day: storm_day_id, after: proposal && { date: proposal.date, time: proposal.time } },
  }));
  await recordAudit(tx, ctx, ...entries);
}

/** Each time (`at`) is a mail of its own: staff can send it again. */
export function enqueueOffer(
  tx: Database,
  ctx: Pick<AdminCtx, "jobs" | "now">,
  offer_id: string,
  at: number | string = ctx.now.epochMilliseconds,
) {
  return ctx.jobs.enqueue(tx, "storm-offer-mail", { offer_id, at });
}
