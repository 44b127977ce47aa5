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
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
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
  /** What the customer agrees to when they save a card, which confirms the visit; null if it is paid on the day. */
  consent: string | null;
};

/** What the signed link leads to; null when the link is wrong, or the visit is paid for in another way. */
export async function readOnTheDay(ctx: Ctx, { order, key }: Link): Promise<OnTheDay | null> {
  if (!order || !key || !isUuid(order) || !ctx.links.isSigned(subjectOf(order), key)) return null;
  const row = await readBookingRow(ctx, eq(orders.id, order));
  if (row?.order?.provider !== OFFICE_PROVIDER) return null;
  const booking = viewOf(row);
  const found = { booking, order_id: order, consent: row.order.consent };
  if (booking.link_generation > 0 || (await isVisitLinkOver(ctx, booking.date)))
    return { ...found, state: "ended" };
  if (isHeld(row.booking, ctx.now)) return { ...found, state: "open" };
  const booked = booking.status === "confirmed" || booking.status === "completed";
  return { ...found, state: booked ? "booked" : "over" };
}

type Contact = { name: string; email: string; phone: string };

/** `over`: it is not held any more. `too many`: the customer is at the limit. */
type Confirmed = "booked" | "over" | "too many";

/** Confirms a held visit that is paid on the day. */
export function confirmOnTheDay(ctx: Ctx, { booking }: OnTheDay, contact: Contact): Promise<Confirmed> {
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
    await confirmHeld(tx, ctx, { ...found, order: found.order }, contact);
    return "booked";
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof lockVisit>>>;

/** Confirms a locked visit that waits for no payment, for the customer who is named in it or in `contact`, and tells everybody. */
export async function confirmHeld(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Pick<Found, "booking"> & { order: NonNullable<Found["order"]> },
  contact: Contact | null = null,
): Promise<void> {
  const { id, crew_id, scheduled_date: date, scheduled_time: time } = booking;
  await tx
    .update(bookings)
    .set({
      status: "confirmed",
      hold_expires_at: null,
      ...(contact && contactColumns(contact)),
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, id));
  await linkCustomer(tx, ctx, { booking_id: id });
  await recordAudit(tx, ctx, {
    action: "booking.confirmed",
    entity: "booking",
    entity_id: id,
    details: {
      order: order.id,
      amount: order.amount,
      ...(order.consent ? { by_card: true } : { on_the_day: true }),
    },
  });
  await spendCredit(tx, ctx, order.id);
  await announceUnpaid(tx, ctx, { booking_id: id, crew_id, date, time });
}

function contactColumns({ name, email, phone }: Contact) {
  return { customer_name: name, customer_email: email, customer_phone: phone };
}

/** Minutes that a hold lasts at least while its customer saves a card, and at most since it was made. */
const CARD_MINUTES = { least: 36, most: 75 };

/** Stores who books a held visit, and holds it while they save a card. False if it is not held any more. */
export function holdForCard(ctx: Ctx, { booking }: OnTheDay, contact: Contact): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockVisit(tx, { actor: { kind: "link", booking_id: booking.id } }, booking.id);
    if (!found?.order?.consent || !isHeld(found.booking, ctx.now)) return false;
    const { hold_expires_at, created_at } = found.booking;
    const until = [
      ctx.now.add({ minutes: CARD_MINUTES.least }),
      created_at.add({ minutes: CARD_MINUTES.most }),
    ].toSorted(Temporal.Instant.compare)[0];
    const later = until && hold_expires_at && Temporal.Instant.compare(until, hold_expires_at) > 0;
    await tx
      .update(bookings)
      .set({ ...contactColumns(contact), ...(later && { hold_expires_at: until }), updated_at: ctx.now })
      .where(eq(bookings.id, booking.id));
    return true;
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
