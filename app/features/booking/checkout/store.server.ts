// Rooms: a booking is stored with its order (payments), its partner (integrations) and its referral (customers).
import { randomUUID } from "node:crypto";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { coupon_uses } from "~/db/schema/coupons";
import { order_lines, orders } from "~/db/schema/payments";
import type { BookingStatus } from "~/features/booking/booking";
import { redeemCoupon } from "~/features/booking/coupons/redeem.server";
import { recordReferral } from "~/features/customers/referrals/record.server";
import { recordVia } from "~/features/integrations/partners/attribution.server";
import type { Via } from "~/features/integrations/partners/partner";
import type { BookingTerms } from "~/features/payments/orders/card";
import { type NewLine, rowsOf, TIP_LABEL } from "~/features/payments/orders/lines.server";
import { auditRow } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { insertRows, rowOf } from "~/platform/database/insert.server";
import type { BookingQuote } from "./quote.server";

type Taken = {
  crew_id: string;
  draft_id: string | null;
  /** The customer whom staff chose. By default the account's. */
  customer_id?: string | null;
  /** Signed hash of a guest's network. */
  client_hash?: string | null;
  status: BookingStatus;
  /** When the hold expires; null when it waits for no payment. */
  hold_expires_at: Temporal.Instant | null;
  /** The order's payment provider. */
  provider: string;
  /** When its checkout expires, if one begins with it. */
  checkout_expires_at?: Temporal.Instant;
  via?: Via | null;
  /** When it is paid, if not in full before the visit or on the day. */
  terms?: BookingTerms;
  /** Whether its customer's credit pays for it. */
  uses_credit?: boolean;
  /** The customer asked for this crew. */
  crew_requested?: boolean;
  /** Why staff set aside when and where visits can be. */
  override_reason?: string | null;
  /** The rule that stood in the way. */
  override?: "hours" | "area" | null;
};

/** Rolls back a booking whose code can't be used any more, so that a changed draft keeps what it held. */
export class CouponRefused extends Error {}

/** What a refused code is to the form. */
export function couponRefusal({ message }: CouponRefused) {
  return { ok: false, status: 409, field: "coupon", message } as const;
}

/**
 * Stores a quoted booking, its order and its audit row with one statement. Throws `CouponRefused` if its code can't be used
 * any more. An order that costs nothing and waits for no payment is completed.
 */
export async function storeBooking(tx: Database, ctx: Ctx, quote: BookingQuote, taken: Taken) {
  await redeem(tx, quote, taken);
  const booking_id = randomUUID();
  const order_id = randomUUID();
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const { notes } = quote.request.bookingDetails;
  const { provider, checkout_expires_at, via, uses_credit, override, terms, ...ofBooking } = taken;
  const booking = rowOf(bookings, {
    ...dated,
    ...ofBooking,
    id: booking_id,
    request_hash: quote.fingerprint,
    service_id: quote.service.id,
    scheduled_date: quote.date,
    scheduled_time: quote.time.toString(),
    duration_hours: quote.minutes / 60,
    starts_at: quote.range.start,
    ends_at: quote.range.end,
    blocked: quote.blocked,
    total_amount: quote.price.total_amount,
    tax_amount: quote.price.tax,
    price_lines: quote.price.lines,
    policy: quote.policy,
    bedrooms: quote.bedrooms,
    bathrooms: quote.bathrooms,
    half_baths: quote.half_baths,
    square_feet: quote.square_feet,
    extras: quote.extras,
    notes: notes || null,
    ...quote.address,
    ...quote.customer,
  });
  const order = rowOf(orders, {
    ...dated,
    id: order_id,
    booking_id,
    amount: quote.price.charge + quote.tip,
    tips: quote.tip || undefined,
    ...terms,
    uses_credit,
    currency: quote.currency,
    ...(quote.price.charge === 0 && !taken.hold_expires_at
      ? { status: "completed" as const, completed_at: ctx.now }
      : { status: "pending" as const }),
    provider,
    checkout_expires_at,
  });
  const trail = auditRow(ctx, {
    action: taken.hold_expires_at ? "booking.held" : "booking.booked",
    entity: "booking",
    entity_id: booking_id,
    details: {
      service: quote.service.id,
      date: quote.date,
      time: quote.slot,
      amount: quote.price.charge + quote.tip,
      ...(quote.tip > 0 && { tip: quote.tip }),
      ...(quote.coupon && { coupon: quote.coupon.discount.code }),
      ...(override && { override }),
    },
  });
  const lines = rowsOf(order_id, linesOfQuote(quote), ctx.now).map((line) => rowOf(order_lines, line));
  const used = quote.coupon && { order_id, coupon_id: quote.coupon.id, created_at: ctx.now };
  const uses = used ? [rowOf(coupon_uses, used)] : [];
  await insertRows(tx, booking, order, ...lines, ...uses, rowOf(audit_log, trail));
  await recordVia(tx, ctx, order_id, via);
  await recordReferral(tx, ctx, order_id, quote.request.referral);
  return { booking_id, order_id };
}

/** What the order is made of: the price and the tip. */
export function linesOfQuote({ price, tip }: Pick<BookingQuote, "price" | "tip">): NewLine[] {
  return tip > 0 ? [...price.lines, { kind: "tip", label: TIP_LABEL, amount: tip }] : price.lines;
}

async function redeem(
  tx: Database,
  quote: BookingQuote,
  { customer_id = null, draft_id }: Taken,
): Promise<void> {
  const { coupon, today, service, address: home, customer, is_referred } = quote;
  if (!coupon) return;
  const { code } = coupon.discount;
  const { user_id } = customer;
  const wish = { code, today, service_id: service.id, user_id, customer_id, home, draft_id, is_referred };
  const message = await redeemCoupon(tx, wish, coupon);
  if (message) throw new CouponRefused(message);
}
