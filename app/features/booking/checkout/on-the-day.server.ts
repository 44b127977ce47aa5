import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { isHeld } from "~/features/booking/booking";
import { announceUnpaid } from "~/features/booking/emails/announce.server";
import { isVisitLinkOver } from "~/features/booking/manage/link.server";
import { type BookingView, readBookingRow, viewOf } from "~/features/booking/queries.server";
import { releaseBookings } from "~/features/booking/release.server";
import { lockVisit } from "~/features/booking/visit.server";
import { linkCustomer } from "~/features/customers/records/link.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { countUnpaidToCome, holderLocks, unpaidLimitOf } from "./hold-limit.server";

/** The signed address where a visit to be paid for on the day is confirmed. */
export function onTheDayUrl({ links, origin }: Pick<Ctx, "links" | "origin">, orderId: string): string {
  return `${origin}/payment?${new URLSearchParams({ order: orderId, key: links.sign(subjectOf(orderId)) })}`;
}

type Link = { order: string | null; key: string | null };

/**
 * `open`: it waits for its customer's name and contact. `over`: it was given up, or its time has passed. `ended`: staff ended
 * the guest link, or it is too old; this link shows the guest link and ends with it.
 */
export type OnTheDay = {
  state: "open" | "booked" | "over" | "ended";
  booking: BookingView;
  order_id: string;
};

/** What the signed link leads to; null when the link is wrong, or the visit is paid for in another way. */
export async function readOnTheDay(ctx: Ctx, { order, key }: Link): Promise<OnTheDay | null> {
  if (!order || !key || !isUuid(order) || !ctx.links.isSigned(subjectOf(order), key)) return null;
  const row = await readBookingRow(ctx, eq(orders.id, order));
  if (row?.order?.provider !== OFFICE_PROVIDER) return null;
  const booking = viewOf(row);
  if (booking.link_generation > 0 || (await isVisitLinkOver(ctx, booking.date)))
    return { state: "ended", booking, order_id: order };
  if (isHeld(row.booking, ctx.now)) return { state: "open", booking, order_id: order };
  const booked = booking.status === "confirmed" || booking.status === "completed";
  return { state: booked ? "booked" : "over", booking, order_id: order };
}

type Contact = { name: string; email: string; phone: string };

/** `over`: it is not held any more. `too many`: the customer is at the limit. */
type Confirmed = "booked" | "over" | "too many";

/** Confirms a held visit that is paid on the day. */
export function confirmOnTheDay(
  ctx: Ctx,
  { booking, order_id }: OnTheDay,
  contact: Contact,
): Promise<Confirmed> {
  return ctx.db.transaction(async (tx) => {
    const [holder] = await tx
      .select({ client_hash: bookings.client_hash, user_id: bookings.user_id })
      .from(bookings)
      .where(eq(bookings.id, booking.id));
    const by = {
      client_hash: holder?.client_hash ?? null,
      user_id: holder?.user_id ?? null,
      email: holder?.user_id ? null : contact.email.toLowerCase(),
    };
    await lockUntilCommit(tx, ...holderLocks(by));
    const found = await lockVisit(tx, { actor: { kind: "link", booking_id: booking.id } }, booking.id);
    if (!found?.order || !isHeld(found.booking, ctx.now)) return "over";
    if ((await countUnpaidToCome({ db: tx, now: ctx.now }, by)) >= unpaidLimitOf(ctx)) return "too many";
    const { crew_id, scheduled_date: date, scheduled_time: time } = found.booking;
    await tx
      .update(bookings)
      .set({
        status: "confirmed",
        hold_expires_at: null,
        customer_name: contact.name,
        customer_email: contact.email,
        customer_phone: contact.phone,
        updated_at: ctx.now,
      })
      .where(eq(bookings.id, booking.id));
    await linkCustomer(tx, ctx, { booking_id: booking.id });
    await recordAudit(tx, ctx, {
      action: "booking.confirmed",
      entity: "booking",
      entity_id: booking.id,
      details: { order: order_id, amount: found.order.amount, on_the_day: true },
    });
    await announceUnpaid(tx, ctx, { booking_id: booking.id, crew_id, date, time });
    return "booked";
  });
}

/** Releases the slot at once when the customer gives up. */
export async function giveUpOnTheDay(ctx: Ctx, { booking }: OnTheDay): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const found = await lockVisit(tx, { actor: { kind: "link", booking_id: booking.id } }, booking.id);
    if (found && isHeld(found.booking, ctx.now))
      await releaseBookings(tx, ctx, [booking.id], "checkout expired");
  });
}

function subjectOf(orderId: string): string {
  return `pay on the day:${orderId}`;
}
