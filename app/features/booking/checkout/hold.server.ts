// Rooms: a hold takes a slot (scheduling) and credit for a checkout (payments), maybe for a partner (integrations).
import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { holdExpiry, isHeld } from "~/features/booking/booking";
import { expiredHolds, releaseExpiredHolds } from "~/features/booking/release.server";
import { type RequestRefusal, refuse } from "~/features/booking/rules";
import { TIP_LATER } from "~/features/booking/tips/tip";
import { draftLocks } from "~/features/booking/visit.server";
import type { Via } from "~/features/integrations/partners/partner";
import { isChargedAfter, isPaidBefore, PAID_BEFORE } from "~/features/payments/orders/card";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { findCredit, holdCredit, mayUseCredit } from "~/features/payments/orders/spend-credit.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { type Slot, slotTakenMessage } from "~/features/scheduling/availability/slots";
import {
  crewFor,
  dayLock,
  dayLocks,
  pickCrew,
  type Visit,
  valuesOf,
} from "~/features/scheduling/crews/pick.server";
import { driveTimesAreOn } from "~/features/scheduling/roads/queries.server";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
  preparedStatement,
} from "~/platform/database/database.server";
import { withMutex } from "~/platform/jobs/mutex.server";
import {
  bookingOfDraft,
  CHANGED_ELSEWHERE,
  earlierBooking,
  earlierPlan,
  hasEarlierCheckout,
  planOfDraft,
  refuseWhilePayable,
  StillPayable,
} from "./draft.server";
import type { CreatePayment } from "./forms";
import type { HoldKind, HoldLimitRefusal } from "./hold-limit";
import {
  freeAt,
  type Holder,
  HoldLimitReached,
  holderLocks,
  holderOf,
  refuseHold,
} from "./hold-limit.server";
import { type BookingQuote, quoteBooking } from "./quote.server";
import { CouponRefused, couponRefusal, storeBooking } from "./store.server";

export type HoldInput = {
  request: CreatePayment;
  /** The draft's id: one draft never holds two slots. */
  draft_id: string | null;
  /** The payment provider that the order will be paid with. */
  provider: string;
  /** When a checkout that begins now expires. */
  checkout_expires_at?: Temporal.Instant;
  /** The partner that the booking came through. */
  via?: Via | null;
  /** Sessions of this draft that no provider in use knows any more. */
  gone?: readonly string[];
};

/**
 * `order_id`: the order that the draft already has. `earlier`: sessions of the draft to close at their providers before it
 * can hold something else. `free_at`: when a holder at the limit may hold one more.
 */
export type HoldRefusal = (RequestRefusal | HoldLimitRefusal) & {
  free_at?: Temporal.Instant;
  slots?: Slot[];
  order_id?: string;
  earlier?: string[];
};

/**
 * `begun`: the hold is new and its checkout began with it. `by_card`: the customer saves a card next, which is charged after the
 * visit.
 */
export type HoldOutcome = { ok: true; order_id: string; begun?: BegunQuote; by_card?: boolean } | HoldRefusal;

/** `credit`: cents that the customer's credit pays. */
export type BegunQuote = BookingQuote & { credit: Cents };

/** What a draft wants to hold. */
export type Wish = {
  kind: HoldKind;
  holder: Holder;
  fingerprint: string;
  /** The days on which crews are assigned. */
  days: string[];
  /** The visit to find a free crew for; a plan finds its crews itself. */
  visit?: Visit;
};

/**
 * Holds a booking or plan for a draft in one transaction: locks holder, draft and days, releases the draft's earlier
 * hold, and lets `take` store the new one. Repeating it returns the same order. Refuses while the earlier hold may
 * still be paid, or if the holder has too many.
 */
export async function holdForDraft<Outcome>(
  ctx: Ctx,
  input: HoldInput,
  wish: Wish,
  take: (tx: Database, seen: Seen) => Promise<Outcome>,
): Promise<Outcome | HoldOutcome> {
  const { kind, holder, fingerprint, days } = wish;
  const { draft_id } = input;
  try {
    const { outcome, unlocked } = await ctx.db.transaction(async (tx) => {
      const locks = [...holderLocks(holder), ...draftLocks(draft_id), ...dayLocks(days)];
      await lockUntilCommit(tx, ...locks);
      const seen = await look(tx, ctx, draft_id, wish);
      const unlocked = seen.days.filter((day) => !days.includes(day));
      if (unlocked.length > 0) return { unlocked };
      const earlier =
        seen.holds && draft_id ? await settleEarlier(tx, ctx, input, draft_id, fingerprint) : null;
      if (earlier) return { outcome: earlier };
      if (seen.free_at) throw new HoldLimitReached(seen.free_at);
      return { outcome: await take(tx, seen) };
    });
    if (!unlocked) return outcome;
    return await holdForDraft(ctx, input, { ...wish, days: [...days, ...unlocked] }, take);
  } catch (error) {
    if (error instanceof StillPayable) return { ...CHANGED_ELSEWHERE, earlier: error.sessions };
    if (error instanceof HoldLimitReached) return refuseHold(ctx, kind, holder, error);
    throw error;
  }
}

/**
 * `days`: the days of the draft's visits. `holds`: the draft holds something, or released what may still be paid.
 * `free_at`: when the holder may hold one more, in milliseconds; null for now. `expired`: expired holds block the
 * visit.
 */
export type Seen = {
  days: string[];
  holds: boolean;
  free_at: number | null;
  crew_id: string | null;
  expired: boolean;
  /** Driving times count: the crew must be picked by them. */
  drives: boolean;
};

async function look(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  draft_id: string | null,
  { kind, holder: { limits, client_hash, user_id, email }, visit }: Wish,
): Promise<Seen> {
  const holder = { client_hash, user_id, email, limit: limits[kind] };
  const asked = { ...holder, draft_id, now: now.toString() };
  const { rows } = await (visit ? seenVisit(tx, { ...asked, ...valuesOf(visit) }) : seenPlan(tx, asked));
  const [seen] = rows;
  if (!seen) throw new Error("A statement without tables has one row");
  return seen;
}

const now = sql.placeholder("now");
const draft = sql.placeholder("draft_id");
const holding = {
  client_hash: sql.placeholder("client_hash"),
  user_id: sql.placeholder("user_id"),
  email: sql.placeholder("email"),
  limit: sql.placeholder("limit"),
  draft_id: draft,
  now,
};
const standing = (kind: HoldKind) => sql`
  array(select ${bookings.scheduled_date}::text from ${bookings} where ${bookingOfDraft(draft)}
    union all select ${bookings.scheduled_date}::text from ${plans} join ${bookings} on ${bookings.plan_id} = ${plans.id}
      where ${planOfDraft(draft)} and ${bookings.status} <> 'cancelled') as days,
  exists (select from ${bookings} where ${bookingOfDraft(draft)})
    or exists (select from ${plans} where ${planOfDraft(draft)})
    or ${hasEarlierCheckout(draft)} as holds,
  ${freeAt(kind, holding)} as free_at`;
const place = {
  date: sql.placeholder("date"),
  time: sql.placeholder("time"),
  ends: sql.placeholder("ends"),
  town: sql.placeholder("town"),
  blocked: sql.placeholder("blocked"),
};
const seenVisit = preparedStatement<Seen>(
  sql`with crew as (${crewFor(place)})
    select (select id from crew) as crew_id,
      exists (select from ${bookings} where ${expiredHolds(now, place.blocked)}) as expired,
      ${driveTimesAreOn} as drives,
      ${standing("visits")}`,
);
const seenPlan = preparedStatement<Seen>(
  sql`select null::uuid as crew_id, false as expired, false as drives, ${standing("plans")}`,
);

/** What an earlier request of this draft left: its order when nothing changed, else a refusal. Null: it is given up. */
async function settleEarlier(
  tx: Database,
  ctx: Ctx,
  { provider }: HoldInput,
  draftId: string,
  fingerprint: string,
): Promise<HoldOutcome | null> {
  for (const earlier of [await earlierBooking(tx, draftId), await earlierPlan(tx, draftId)]) {
    if (!earlier) continue;
    const { order_id } = earlier;
    const unchanged = earlier.request_hash === fingerprint;
    if (earlier.stays) return unchanged ? { ok: true, order_id } : { ...earlier.stays, order_id };
    const same = unchanged && earlier.provider === provider; // else the site takes payment in another way by now
    const { hold_expires_at } = earlier;
    if (same && isHeld({ status: "pending", hold_expires_at }, ctx.now)) return { ok: true, order_id };
    await earlier.release(tx, ctx, [earlier.id], unchanged ? "hold expired" : "draft changed");
  }
  return null;
}

/** Rolls back a hold without a free crew, so that a changed draft keeps what it held. */
class SlotTaken extends Error {}

/**
 * Prices a booking and holds a crew for 30 minutes, with its order. A changed draft moves the hold. Refusals name the
 * field; a taken slot returns the free ones.
 */
export async function holdBooking(ctx: Ctx, input: HoldInput): Promise<HoldOutcome> {
  const quoted = await quoteBooking(ctx, input.request, { draft_id: input.draft_id });
  if (!quoted.ok) return quoted;
  const { quote } = quoted;
  const { date, fingerprint } = quote;
  const holder = holderOf(ctx, quote.customer.customer_email);
  const wish: Wish = { kind: "visits", holder, fingerprint, days: [date], visit: quote };
  const by_card = input.provider !== OFFICE_PROVIDER && isChargedAfter(quote.terms);
  const held = by_card ? { ...input, provider: OFFICE_PROVIDER, checkout_expires_at: undefined } : input;
  const terms = input.provider === OFFICE_PROVIDER ? PAID_BEFORE : quote.terms;
  const paid_now = input.provider !== OFFICE_PROVIDER && isPaidBefore(quote.terms);
  if (quote.tip > 0 && !paid_now) return refuse(422, "tip", TIP_LATER);
  const take = (tx: Database, seen: Seen) => takeSlot(tx, ctx, held, { ...quote, terms }, holder, seen);
  try {
    const outcome = await withMutex(ctx, dayLock(date), () => holdForDraft(ctx, held, wish, take));
    return by_card && outcome.ok ? { ...outcome, by_card } : outcome;
  } catch (error) {
    if (error instanceof CouponRefused) return couponRefusal(error);
    if (error instanceof SlotTaken || postgresCode(error) === EXCLUSION_VIOLATION)
      return slotTaken(ctx, input, quote);
    throw error;
  }
}

async function takeSlot(
  tx: Database,
  ctx: Ctx,
  input: HoldInput,
  quote: BookingQuote,
  { client_hash }: Holder,
  { holds, expired, drives, crew_id: free }: Seen,
): Promise<HoldOutcome> {
  const { draft_id, provider, via, checkout_expires_at } = input;
  if (expired) await releaseExpiredHolds(tx, ctx, quote.blocked);
  const crew_id = holds || expired || drives ? await pickCrew(tx, quote) : free;
  if (!crew_id) throw new SlotTaken();
  if (holds) await refuseWhilePayable(tx, input);
  const hold_expires_at = holdExpiry(ctx.now);
  const { price, tip, currency } = quote;
  const usesCredit = mayUseCredit(ctx.actor) && !quote.coupon?.discount.exclusive;
  const paid_before = usesCredit && provider !== OFFICE_PROVIDER && quote.terms.consent === null;
  const { upfront, used } = paid_before
    ? await findCredit(tx, ctx, { amount: price.charge, upfront: quote.terms.upfront, tip, currency })
    : { upfront: quote.terms.upfront, used: 0 }; // credit pays of the rest, once it is confirmed
  const terms = { ...quote.terms, upfront };
  const { order_id } = await storeBooking(tx, ctx, quote, {
    ...{ crew_id, draft_id, client_hash, provider, via, terms, hold_expires_at, status: "pending" },
    checkout_expires_at: upfront === 0 ? undefined : checkout_expires_at, // nothing to ask for
    uses_credit: usesCredit || undefined,
  });
  if (used > 0) await holdCredit(tx, ctx, { order_id, amount: used, currency });
  return { ok: true, order_id, ...(checkout_expires_at && { begun: { ...quote, terms, credit: used } }) };
}

async function slotTaken(
  ctx: Ctx,
  { draft_id }: HoldInput,
  { date, minutes, town, zip, service }: BookingQuote,
): Promise<HoldOutcome> {
  const slots = await readSlotsOfDay(ctx, { date, minutes, draft_id, town, zip, service_id: service.id });
  return {
    ok: false,
    status: 409,
    field: "bookingDetails.time",
    message: slotTakenMessage(slots),
    slots,
  };
}
