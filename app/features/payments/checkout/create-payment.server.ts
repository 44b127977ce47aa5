// Rooms: one checkout holds a visit (booking) or a plan (plans), for a partner (integrations), by the settings
// (operations).
import { CHANGED_ELSEWHERE } from "~/features/booking/checkout/draft.server";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import {
  type HoldInput,
  type HoldOutcome,
  type HoldRefusal,
  holdBooking,
} from "~/features/booking/checkout/hold.server";
import { tooManyToPayFor } from "~/features/booking/checkout/hold-limit";
import { countUnpaidToCome, holderOf, unpaidLimitOf } from "~/features/booking/checkout/hold-limit.server";
import { onTheDayUrl } from "~/features/booking/checkout/on-the-day.server";
import type { RequestRefusal } from "~/features/booking/rules";
import { findPartner } from "~/features/integrations/partners/attribution.server";
import type { Via } from "~/features/integrations/partners/partner";
import { readSettings } from "~/features/operations/settings/queries.server";
import { phoneWords } from "~/features/operations/settings/site/site";
import { sessionOfOrder } from "~/features/payments/orders/queries.server";
import { OFFICE_PROVIDER, PAYMENT_UNDER_WAY } from "~/features/payments/orders/rules";
import { settleCovered } from "~/features/payments/settlement/settle.server";
import { type HoldPlanOutcome, holdPlan } from "~/features/plans/subscribe/hold.server";
import type { Ctx } from "~/platform/context.server";
import type { PaymentGateway } from "~/platform/outside/payment-gateway";
import { arrivalUrl, checkoutExpiry, openCheckout, openFirstCheckout } from "./open.server";
import { closeCheckout } from "./sync.server";

export type CreatePaymentOutcome = { ok: true; url: string; order_id: string } | Refusal;

type Input = { request: CreatePayment; draft_id: string | null; via?: Via | null };
type Held = Extract<HoldOutcome, { ok: true }> & { checkout_expires_at: Temporal.Instant };

/** Tries when the provider has ended the checkout that was open. */
const ROUNDS = 3;

/**
 * Holds a slot, or the visits of a plan, and opens the checkout (spec section 7, create-payment). If the provider can't be
 * reached, the hold stays, so that the same draft can try again. A draft has one checkout that can be paid: an earlier one
 * is closed first, and if it was paid, no other one opens. Without a provider, the settings decide. Without `via`, the
 * request may name the partner whose widget it comes from.
 */
export async function createPayment(ctx: Ctx, input: Input): Promise<CreatePaymentOutcome> {
  const via = input.via ?? (await findPartner(ctx, input.request.partner));
  const gateway = await ctx.payments.current();
  if (!gateway) return bookWithoutProvider(ctx, { ...input, via });
  const hold = input.request.bookingDetails.frequency ? holdPlan : holdBooking;
  const checkout_expires_at = checkoutExpiry(ctx.now);
  const asked = { ...input, via, provider: gateway.provider, checkout_expires_at };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const held = await holdExclusively(ctx, asked, hold);
    if (!held.ok) return held;
    const { order_id } = held;
    if (held.by_card) return { ok: true, url: onTheDayUrl(ctx, order_id), order_id };
    const opened = await open(ctx, gateway, { ...held, checkout_expires_at });
    if (opened) return opened;
  }
  return CHANGED_ELSEWHERE;
}

/** Null if the provider has ended the checkout: the draft holds nothing then. */
async function open(ctx: Ctx, gateway: PaymentGateway, held: Held): Promise<CreatePaymentOutcome | null> {
  const { order_id, begun, checkout_expires_at } = held;
  try {
    const opened = await (begun
      ? openFirstCheckout(ctx, gateway, { ...begun, order_id, checkout_expires_at })
      : openCheckout(ctx, order_id));
    if (opened === "over") return null;
    if (opened === "covered") {
      const session = await settleCovered(ctx, order_id);
      return session ? { ok: true, url: arrivalUrl(ctx, session), order_id } : CHANGED_ELSEWHERE;
    }
    return opened === "superseded" ? CHANGED_ELSEWHERE : { ok: true, url: opened.url, order_id };
  } catch (error) {
    ctx.log.error({ err: error, order: order_id }, "the checkout could not be opened");
    return { ok: false, status: 503, field: "body", message: "Failed to create payment session" };
  }
}

type PlanRefusal = Extract<HoldPlanOutcome, { ok: false }>;

/** `url`: the page of the booking that the draft has become. */
type Refusal = Omit<HoldRefusal, "status" | "earlier" | "order_id"> &
  Pick<PlanRefusal, "clashes"> & { status: HoldRefusal["status"] | 503; url?: string };

type Hold = (ctx: Ctx, input: HoldInput) => Promise<HoldOutcome | HoldPlanOutcome>;

/** Tries when other requests with the same draft interfere. */
const HOLD_ROUNDS = 4;

/**
 * Holds a slot after closing the earlier checkouts of the draft at their providers, outside any transaction. If one of them
 * was paid, the answer leads to its booking.
 */
async function holdExclusively(
  ctx: Ctx,
  input: HoldInput,
  hold: Hold,
): Promise<Extract<HoldOutcome, { ok: true }> | Refusal> {
  const gone: string[] = [];
  for (let round = 1; ; round += 1) {
    const held = await hold(ctx, { ...input, gone });
    if (held.ok) return held;
    if (!held.earlier) return leadToBooking(ctx, held);
    if (round === HOLD_ROUNDS) return CHANGED_ELSEWHERE; // what another request holds by now stays with it
    const trouble = await closeEarlier(ctx, held.earlier, gone);
    if (trouble) return trouble;
  }
}

/** The draft is booked already: leads to that page, which says that the new request was not taken. */
async function leadToBooking(ctx: Ctx, { order_id, earlier: _, ...refusal }: PlanRefusal): Promise<Refusal> {
  const session = order_id ? await sessionOfOrder(ctx, order_id) : null;
  return session ? { ...refusal, url: `${arrivalUrl(ctx, session)}&unchanged=1` } : refusal;
}

const UNREACHABLE = {
  ok: false,
  status: 503,
  field: "body",
  message:
    "We couldn't reach our payment provider to close your earlier checkout, so we didn't open a second one. Nothing has changed. Please try again in a minute.",
} as const;

const BEING_PAID = {
  ok: false,
  status: 409,
  field: "body",
  message:
    "Your earlier checkout for this booking is being paid right now, so we didn't open a second one. Please try again in a minute.",
} as const;

type Trouble = typeof UNREACHABLE | typeof BEING_PAID | (typeof PAYMENT_UNDER_WAY & { url: string });

/**
 * Closes the earlier checkouts of a draft and settles them. Null if none of them can be paid any more; otherwise why no
 * other may open. Adds to `gone` those that no provider knows.
 */
async function closeEarlier(ctx: Ctx, sessions: string[], gone: string[]): Promise<Trouble | null> {
  const system = { ...ctx, actor: { kind: "system" } } as const;
  for (const session of sessions) {
    try {
      const status = await closeCheckout(system, session);
      if (status === "open") return BEING_PAID;
      if (status === "processing") {
        return { ...PAYMENT_UNDER_WAY, url: `${arrivalUrl(ctx, session)}&unchanged=1` };
      }
      if (status === null) gone.push(session);
    } catch (err) {
      ctx.log.warn({ err, session }, "an earlier checkout could not be closed");
      return UNREACHABLE;
    }
  }
  return null;
}

type UnpaidInput = Omit<HoldInput, "provider" | "checkout_expires_at">;

/**
 * Without a payment provider (`payments.without_provider`): the visit is held until the customer has entered their details,
 * to be paid on the day, or nothing is booked online. A plan is charged monthly, so it can't begin here.
 */
async function bookWithoutProvider(ctx: Ctx, input: UnpaidInput): Promise<CreatePaymentOutcome> {
  const settings = await readSettings(ctx);
  const phone = phoneWords(settings["general.phone"]);
  if (settings["payments.without_provider"] === "no_bookings") return refuseUnpaid(notOnline(phone));
  if (input.request.bookingDetails.frequency) {
    return refuseUnpaid(
      `Plans are paid by card every month, and we can't take cards online right now. Please call us at ${phone} to set one up.`,
    );
  }
  const by = holderOf(ctx, input.request.customerEmail ?? null);
  const limit = unpaidLimitOf(ctx);
  if ((await countUnpaidToCome(ctx, by, input.draft_id)) >= limit)
    return { ok: false, status: 429, field: "body", message: tooManyToPayFor(limit, phone) };
  const held = await holdExclusively(ctx, { ...input, provider: OFFICE_PROVIDER }, holdBooking);
  if (!held.ok) return held;
  return { ok: true, url: onTheDayUrl(ctx, held.order_id), order_id: held.order_id };
}

function notOnline(phone: string): string {
  return `Online booking isn't available right now. Please call us at ${phone} and we'll find you a time.`;
}

function refuseUnpaid(message: string): RequestRefusal {
  return { ok: false, status: 422, field: "body", message };
}
