import { randomUUID } from "node:crypto";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { order_lines, orders } from "~/db/schema/payments";
import type { BookingStatus } from "~/features/booking/booking";
import { recordVia } from "~/features/integrations/partners/attribution.server";
import type { Via } from "~/features/integrations/partners/partner";
import type { BookingTerms } from "~/features/payments/orders/card";
import { rowsOf } from "~/features/payments/orders/lines.server";
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
  /** The customer asked for this crew. */
  crew_requested?: boolean;
  /** Why staff set aside when and where visits can be. */
  override_reason?: string | null;
  /** The rule that stood in the way. */
  override?: "hours" | "area" | null;
};

/** Stores a quoted booking, its order and its audit row with one statement. */
export async function storeBooking(tx: Database, ctx: Ctx, quote: BookingQuote, taken: Taken) {
  const booking_id = randomUUID();
  const order_id = randomUUID();
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const { notes } = quote.request.bookingDetails;
  const { provider, checkout_expires_at, via, override, terms, ...ofBooking } = taken;
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
    amount: quote.price.charge,
    ...terms,
    currency: quote.currency,
    status: "pending",
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
      amount: quote.price.charge,
      ...(override && { override }),
    },
  });
  const lines = rowsOf(order_id, quote.price.lines, ctx.now).map((line) => rowOf(order_lines, line));
  await insertRows(tx, booking, order, ...lines, rowOf(audit_log, trail));
  await recordVia(tx, ctx, order_id, via);
  return { booking_id, order_id };
}
