import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { closures, holidays } from "~/db/schema/crews";
import { storm_days, storm_offers } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyHours, lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import { parseSlotTime } from "~/features/scheduling/availability/slots";
import { MAX_REASON } from "~/features/scheduling/board/board";
import { keepVisits } from "~/features/scheduling/board/close.server";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { companyToday, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { planStorm, type StormPlan } from "./plan.server";
import { mergeTowns } from "./storm-day";

/** What the office notes as the reason why a day is closed. */
const REASON = "Storm day";

/**
 * `towns`: none is every town. `seen` is the plan that staff looked at. A `closing` is the office's own: it closes every town,
 * with its `reason`.
 */
export type StormInput = {
  date: string;
  towns: readonly string[];
  seen: string;
  kind?: "storm" | "closing";
  reason?: string;
};

export type StormOutcome =
  | { ok: true; id: string; asked: number }
  | { ok: false; reason: "invalid" | "changed"; message: string };

/** Why a storm can't be called for this day (company time); null if it can. */
export async function whyNoStorm(ctx: StaffCtx, date: string): Promise<string | null> {
  if (!isCalendarDate(date)) return "Choose a day.";
  const settings = await readSettings(ctx);
  const today = companyToday(ctx.now, settings["general.timezone"]);
  if (date < today) return "That day is in the past.";
  return date > lastBookableDate(today, companyHours(settings))
    ? "That day is too far ahead to be booked."
    : null;
}

/**
 * Closes a day, or towns of it, and sends the customer of each visit an offer. A second storm on a day adds to the
 * first and doesn't repeat open offers.
 */
export async function callStorm(ctx: StaffCtx, input: StormInput): Promise<StormOutcome> {
  const { date, seen, kind = "storm" } = input;
  const why = (await whyNoStorm(ctx, date)) ?? whyNoReason(input);
  if (why) return { ok: false, reason: "invalid", message: why };
  const towns = kind === "closing" ? [] : input.towns;
  return ctx.db.transaction(async (tx): Promise<StormOutcome> => {
    await lockDay(tx, date);
    const plan = await planStorm({ db: tx, now: ctx.now }, { date, towns });
    if (plan.seen !== seen) {
      const message = "The offered times have changed. Please check them again.";
      return { ok: false, reason: "changed", message };
    }
    const id = await closeDay(tx, ctx, { ...input, towns });
    await ask(tx, ctx, id, plan);
    await recordAudit(tx, ctx, {
      action: "storm.called",
      entity: "storm_day",
      entity_id: id,
      details: { date, towns, asked: plan.visits.length, ...(kind === "closing" && { kind }) },
    });
    return { ok: true, id, asked: plan.visits.length };
  });
}

function whyNoReason({ reason = "" }: StormInput): string | null {
  return reason.length > MAX_REASON ? `Reason can have at most ${MAX_REASON} characters.` : null;
}

async function closeDay(tx: Database, ctx: StaffCtx, { date, towns: wanted, kind, reason = "" }: StormInput) {
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const [earlier] = await tx.select().from(storm_days).where(eq(storm_days.date, date)).for("update");
  const active = earlier && !earlier.opened_at ? earlier : undefined;
  const towns = active ? mergeTowns(active.towns, wanted) : [...wanted];
  const isClosing = kind === "closing" || active?.kind === "closing";
  const of_kind = { kind: isClosing ? ("closing" as const) : ("storm" as const), towns };
  const own = isClosing && { closure_id: null }; // the office's closure outlasts every storm
  const [day] = await tx
    .insert(storm_days)
    .values({ ...dated, ...of_kind, date, author_id: ctx.actor.id })
    .onConflictDoUpdate({
      target: storm_days.date,
      set: { ...of_kind, ...own, opened_at: null, updated_at: ctx.now },
    })
    .returning({ id: storm_days.id });
  if (!day) throw new Error("The storm day was not stored");
  if (towns.length > 0) return day.id;
  const kept = kind === "closing" ? await tx.$count(holidays, eq(holidays.date, date)) : 0;
  if (kept > 0) return day.id;
  const why = kind === "closing" ? reason || null : REASON;
  const [closure] = await tx
    .insert(closures)
    .values({ ...dated, date, time: null, reason: why })
    .onConflictDoNothing()
    .returning({ id: closures.id });
  if (closure && !isClosing) {
    await tx.update(storm_days).set({ closure_id: closure.id }).where(eq(storm_days.id, day.id));
  } else if (!closure && kind === "closing" && (why || earlier?.closure_id)) {
    const whole = and(eq(closures.date, date), isNull(closures.time));
    await tx.update(closures).set({ reason: why, updated_at: ctx.now }).where(whole);
  }
  return day.id;
}

async function ask(tx: Database, ctx: StaffCtx, storm_day_id: string, { visits }: StormPlan) {
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

/** Each `at` is an email of its own, so that staff can send it again. */
function enqueueOffer(
  tx: Database,
  ctx: Pick<StaffCtx, "jobs" | "now">,
  offer_id: string,
  at: number | string = ctx.now.epochMilliseconds,
) {
  return ctx.jobs.enqueue(tx, "storm-offer-mail", { offer_id, at });
}

/**
 * Reopens a storm day, or a day that the office closed with its visits: a storm day leaves closures of the office alone.
 * Customers with an open offer keep their visit and get an email. Returns their number; null if there is no such closed day.
 */
export function openStormDay(ctx: StaffCtx, id: string): Promise<number | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(id)) return null;
    const [seen] = await tx.select({ date: storm_days.date }).from(storm_days).where(eq(storm_days.id, id));
    if (!seen) return null;
    await lockDay(tx, seen.date);
    const [day] = await tx.select().from(storm_days).where(eq(storm_days.id, id)).for("update");
    if (!day || day.opened_at) return null;
    await tx.update(storm_days).set({ opened_at: ctx.now, updated_at: ctx.now }).where(eq(storm_days.id, id));
    if (day.closure_id) await tx.delete(closures).where(eq(closures.id, day.closure_id));
    if (day.kind === "closing") {
      await tx.delete(closures).where(and(eq(closures.date, day.date), isNull(closures.time)));
    }
    const kept = await keepVisits(tx, ctx, id);
    await recordAudit(tx, ctx, {
      action: "storm.opened",
      entity: "storm_day",
      entity_id: id,
      details: { date: day.date, towns: day.towns, kept, ...(day.kind === "closing" && { kind: day.kind }) },
    });
    return kept;
  });
}

/**
 * Sends open offers again, of a storm day or of one visit. Returns the number of emails; customers without an address
 * must be called. The same `form_id` sends each email once.
 */
export function resendOffers(
  ctx: StaffCtx,
  { id, visit, form_id }: { id: string; visit?: string; form_id: string },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(id) || (visit !== undefined && !isUuid(visit))) return 0;
    const open = await tx
      .select({ id: storm_offers.id, booking_id: storm_offers.booking_id })
      .from(storm_offers)
      .innerJoin(bookings, eq(bookings.id, storm_offers.booking_id))
      .where(
        and(
          eq(storm_offers.storm_day_id, id),
          eq(storm_offers.status, "open"),
          isNotNull(bookings.customer_email),
          visit ? eq(storm_offers.booking_id, visit) : undefined,
        ),
      );
    for (const offer of open) await enqueueOffer(tx, ctx, offer.id, form_id);
    const entries = open.map(({ booking_id }) => ({
      action: "storm.offer_sent_again",
      entity: "booking",
      entity_id: booking_id,
      details: { storm_day: id },
    }));
    if (entries.length > 0) await recordAudit(tx, ctx, ...entries);
    return open.length;
  });
}
