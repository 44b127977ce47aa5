// Rooms: staff hold a plan (booking) of a service (catalog) for a customer (customers) on free days (scheduling).
import { and, gt, isNull, lte, ne, or } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { planOfDraft, refuseWhilePayable, StillPayable } from "~/features/booking/checkout/draft.server";
import type { PreviewVisit } from "~/features/booking/checkout/plan-visits";
import { type BookingQuote, quoteBooking } from "~/features/booking/checkout/quote.server";
import {
  crewRefusal,
  draftOf,
  GONE,
  type PhoneBooking,
  type PhoneOutcome,
  readKnown,
  slotTaken,
  withCustomer,
} from "~/features/booking/office/book.server";
import { releaseExpiredHolds, releasePlans } from "~/features/booking/release.server";
import type { RequestRefusal } from "~/features/booking/rules";
import { draftLocks } from "~/features/booking/visit.server";
import type { Frequency } from "~/features/catalog/frequency";
import { linkCustomer } from "~/features/customers/records/link.server";
import { PLAN_VISITS } from "~/features/plans/plan";
import { type CrewAssignment, clashesOf, nextVisits, unseenClashes } from "~/features/plans/schedule/rules";
import { assignCrews, placeOf, readRules } from "~/features/plans/schedule/visits.server";
import { giveWay, PaidMeanwhile, readOffered } from "~/features/plans/series/sell.server";
import { storePlan } from "~/features/plans/subscribe/hold.server";
import { dayLocks } from "~/features/scheduling/crews/pick.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import { phoneHoldExpiry, previewText, TOO_SOON } from "./rules";

/** `seen`: the preview that staff saw, as text. `series_id`: the series of single visits that the plan takes the place of. */
export type PhoneSale = PhoneBooking & { seen: string; series_id?: string };

export type SaleOutcome =
  | { ok: true; plan_id: string; number: number }
  | { ok: false; status: 409; field: "seen"; message: string }
  | Exclude<PhoneOutcome, { ok: true }>;

type Refusal = Exclude<SaleOutcome, { ok: true }>;
type Asked = BookingQuote & { frequency: Frequency };
type Layout = CrewAssignment & { crew_id: string };

/** A plan as it would be now. `days`: those on which it has visits. */
type Planned = { ok: true; layout: Layout; seen: string; days: string[] };

/**
 * Holds a plan for a customer who called: its visits and the order of its first month, in one transaction, exactly as staff saw
 * them. The customer gets the link to pay by email. The same `token` sent twice is one plan.
 */
export async function holdPlanByPhone(ctx: StaffCtx, input: PhoneSale): Promise<SaleOutcome> {
  const gateway = await ctx.payments.current();
  if (!gateway) return NO_CARDS;
  const earlier = await earlierOf(ctx.db, ctx.now, input);
  if (earlier) return { ok: true, ...earlier };
  const quoted = await quoteBooking(ctx, input.request);
  if (!quoted.ok) return quoted;
  const { frequency } = input.request.bookingDetails;
  if (!frequency) throw new Error("A plan without frequency was let through");
  const held_until = phoneHoldExpiry(ctx.now, quoted.quote.range.start);
  if (!held_until) return { ok: false, status: 422, field: "bookingDetails.time", message: TOO_SOON };
  const known = await readKnown(ctx.db, input.customer.customer_id);
  const customer = withCustomer(quoted.quote, input.customer, known?.user_id ?? null);
  const asked = { ...quoted.quote, ...customer, frequency };
  const held = { provider: gateway.provider, hold_expires_at: held_until, held_until };
  for (const _ of ["first", "again"]) {
    const planned = await plan(ctx, asked, input);
    if (!planned.ok) return planned;
    try {
      return await ctx.db.transaction((tx) => take(tx, ctx, asked, input, planned, held));
    } catch (error) {
      if (error instanceof StillPayable) return STILL_PAYABLE;
      const isLost = error instanceof PaidMeanwhile || postgresCode(error) === EXCLUSION_VIOLATION;
      if (!isLost) throw error; // else look again
    }
  }
  return CHANGED;
}

async function take(
  tx: Database,
  ctx: StaffCtx,
  asked: Asked,
  input: PhoneSale,
  { seen, days }: Planned,
  held: { provider: string; hold_expires_at: Temporal.Instant; held_until: Temporal.Instant },
): Promise<SaleOutcome> {
  const draft_id = draftOf(input);
  await lockUntilCommit(tx, ...draftLocks(draft_id), ...dayLocks(days));
  const earlier = await earlierOf(tx, ctx.now, input);
  if (earlier) return { ok: true, ...earlier };
  const { customer_id } = input.customer;
  if (customer_id && !(await readKnown(tx, customer_id))) return GONE;
  const read = await readOffered({ ...ctx, db: tx }, offeredBy(input, asked), true);
  const planned = await plan({ ...ctx, db: tx }, asked, input);
  if (!planned.ok) return planned;
  if (!read.ok || planned.seen !== seen) return CHANGED;
  const { offered } = read;
  const rules = await readRules({ db: tx }, asked.minutes);
  for (const place of planned.layout.visits)
    await releaseExpiredHolds(tx, ctx, placeOf(place, rules).blocked);
  await releaseExpired(tx, ctx, draft_id);
  await refuseWhilePayable(tx, { draft_id });
  const makeRoom = (id: string) => (offered ? giveWay(tx, ctx, offered, id) : Promise.resolve());
  const stored = await storePlan(tx, ctx, asked, planned.layout, {
    ...held,
    draft_id,
    customer_id,
    makeRoom,
  });
  const { id: plan_id, number, customer_email } = stored.plan;
  await linkCustomer(tx, ctx, { plan_id }, "phone");
  if (customer_email)
    await ctx.jobs.enqueue(tx, "plan-link-mail", { plan_id, at: ctx.now.epochMilliseconds });
  return { ok: true, plan_id, number };
}

/** Works out the visits by the current calendar, those that clash at the times that are proposed. Refuses what staff didn't see. */
async function plan(ctx: StaffCtx, asked: Asked, input: PhoneSale): Promise<Planned | Refusal> {
  const { customer, seen } = input;
  const { date, slot: time, minutes, town, zip, service } = asked;
  const span = { today: date, paused_from: null, resumes_on: null, ends_on: null };
  const visits = nextVisits({ first_date: date, frequency: asked.frequency }, span, PLAN_VISITS);
  const read = await readOffered(ctx, offeredBy(input, asked));
  if (!read.ok) return { ok: false, status: 409, field: "seen", message: read.message };
  const place = {
    town,
    zip,
    crew_id: customer.crew_id,
    draft_id: draftOf(input),
    without: read.offered?.without,
  };
  const wish = { visits, time, minutes, ...place, service_id: service.id };
  const wanted = await assignCrews(ctx, wish);
  const wrongCrew = customer.crew_id && wanted.crew_id !== customer.crew_id;
  if (customer.crew_id && (wrongCrew || wanted.visits[0]?.crew_id !== customer.crew_id))
    return crewRefusal(ctx.db, customer.crew_id, asked);
  if (!wanted.crew_id || wanted.visits[0]?.clash) return slotTaken(ctx, asked);
  const now = previewText(wanted.visits.map(shown), asked.price.charge);
  if (now !== seen) return seen === "" ? UNSEEN : CHANGED;
  const moves = clashesOf(wanted).map(({ visit, proposal }) => ({
    visit,
    ...(proposal ?? { date: null, time: null }),
  }));
  const layout = moves.length > 0 ? await assignCrews(ctx, { ...wish, moves }) : wanted;
  const { crew_id } = layout;
  if (!crew_id || unseenClashes(layout, moves).length > 0) return CHANGED;
  const days = [...layout.visits, ...wanted.visits].map((visit) => visit.date);
  return { ok: true, layout: { ...layout, crew_id }, seen: now, days };
}

/** The series that is sold, with its customer and the first day of the plan. */
function offeredBy({ series_id, customer }: PhoneSale, { date }: Asked) {
  return { id: series_id, customer_id: customer.customer_id, from: date };
}

function shown({ visit, date, time, clash }: CrewAssignment["visits"][number]): PreviewVisit {
  return { visit, date, time, clash };
}

/** The plan that this form has become; not one whose hold is over. */
async function earlierOf(tx: Database, now: Temporal.Instant, input: PhoneSale) {
  const live = or(ne(plans.status, "pending"), isNull(plans.hold_expires_at), gt(plans.hold_expires_at, now));
  const [found] = await tx
    .select({ plan_id: plans.id, number: plans.number })
    .from(plans)
    .where(and(planOfDraft(draftOf(input)), live));
  return found;
}

/** Lets a plan go that this form has become and nobody paid in time, so that it can be offered again before the sweep. */
async function releaseExpired(tx: Database, ctx: StaffCtx, draft_id: string): Promise<void> {
  const found = await tx
    .select({ id: plans.id })
    .from(plans)
    .where(and(planOfDraft(draft_id), lte(plans.hold_expires_at, ctx.now)));
  const ids = found.map(({ id }) => id);
  await releasePlans(tx, ctx, ids, "hold expired");
}

const NO_CARDS = {
  ok: false,
  status: 422,
  field: "frequency",
  message: "No payment provider is set up, and a plan is paid by card. Set one up in Settings first.",
} as const satisfies RequestRefusal;

const UNSEEN = {
  ok: false,
  status: 409,
  field: "seen",
  message: "Check the next visits with the customer, then hold the plan.",
} as const;

const CHANGED = {
  ok: false,
  status: 409,
  field: "seen",
  message:
    "The calendar or the price has changed since you looked. Check what is marked, then hold the plan again.",
} as const;

const STILL_PAYABLE = {
  ok: false,
  status: 409,
  field: "seen",
  message:
    "The earlier checkout of this plan is still being closed, so that nobody pays twice. Try again in a minute.",
} as const;
