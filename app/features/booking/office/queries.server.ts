// Rooms: staff see a booking's service (catalog), slots (scheduling), payment (payments), partner (integrations)
// and the company's zone (operations).
import { and, asc, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { users } from "~/db/schema/accounts";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { rangeText } from "~/db/schema/columns";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { refunds } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import { isErased } from "~/features/booking/booking";
import { decideCancellation, leastBack, leftOf, policyRefund } from "~/features/booking/cancellation";
import { decideNoShow, formatNoShow } from "~/features/booking/fee";
import { guestLinkOf } from "~/features/booking/manage/link";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { type BookingRow, orderStatusOf, readBookingRow, viewOf } from "~/features/booking/queries.server";
import { readOpenOffer } from "~/features/booking/visit.server";
import { readService } from "~/features/catalog/queries.server";
import { roomsApply } from "~/features/catalog/service";
import { readVia } from "~/features/integrations/partners/attribution.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isProcessing, isRefundedElsewhere } from "~/features/payments/orders/rules";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { readNearestSlots, readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { Slot } from "~/features/scheduling/availability/slots";
import { companyToday, formatDate, formatMoment, formatTime, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { OfficeBooking, OfficeMoney } from "./booking";
import { readBookingNotes, readImported } from "./details.server";
import { formatActor, formatHistory } from "./history";
import { whyStaffCannotMove } from "./rules";

const HISTORY_LIMIT = 100;

/** Reads a booking for the office; null if there is none. */
export async function readOfficeBooking(ctx: StaffCtx, id: string): Promise<OfficeBooking | null> {
  if (!isUuid(id)) return null;
  const row = await readBookingRow(ctx, eq(bookings.id, id));
  if (!row) return null;
  const { booking } = row;
  const [settings, service, given, notes, rows, team, [who]] = await Promise.all([
    readSettings(ctx),
    readService(ctx, booking.service_id),
    row.order ? readGiven(ctx.db, row.order.id) : [],
    readBookingNotes(ctx, id),
    readHistory(ctx.db, row.order ? [id, row.order.id] : [id]),
    readCrews(ctx.db, booking),
    ctx.db.select({ name: customerName, phone: customerPhone }).from(bookings).where(eq(bookings.id, id)),
  ]);
  const zone = settings["general.timezone"];
  const staff = await readNames(
    ctx.db,
    rows.map(({ actor }) => actor),
  );
  const currency = row.order?.currency ?? settings["payments.default_currency"];
  const names = { crews: new Map(team.map((crew) => [crew.id, crew.name])), currency };
  const view = viewOf(row);
  const erased = isErased(booking);
  const notMovable = erased ? "The customer deleted their account." : whyStaffCannotMove(booking, ctx.now);
  const asks_rooms = service !== null && roomsApply(service);
  return {
    id,
    number: view.number,
    plan: row.plan && { id: row.plan.id, number: formatNumber(row.plan.number) },
    status: booking.status,
    sequence: booking.calendar_sequence,
    erased,
    needs_attention: booking.needs_attention,
    refunded_elsewhere: booking.status !== "cancelled" && isRefundedElsewhere(booking.needs_attention),
    rescue: await readRescue(ctx, row),
    customer: {
      id: booking.customer_id,
      name: who?.name ?? UNKNOWN.customer,
      email: booking.customer_email,
      phone: who?.phone ?? null,
    },
    service: {
      title: row.service,
      asks_rooms,
      rooms: view.rooms,
      extras: view.extras,
    },
    duration: view.duration,
    minutes: minutesOf(booking),
    date: booking.scheduled_date,
    date_in_words: view.date_in_words,
    time: view.time,
    address: erased ? UNKNOWN.address : view.address,
    fields: fieldsOf(booking),
    crew: team.find((crew) => crew.id === booking.crew_id) ?? null,
    crews: team.filter(({ is_active, id: crew }) => is_active || crew === booking.crew_id),
    can_move: notMovable === null,
    why_not_movable: notMovable,
    notes: booking.notes,
    override_reason: booking.override_reason,
    guest_link: guestLinkOf(booking.link_generation, booking.scheduled_date, companyToday(ctx.now, zone)),
    is_outside_area: booking.override_reason !== null && !comesTo(await readArea(ctx), booking.zip_code),
    imported: await readImported(ctx.db, id),
    through: await readVia(ctx, { order_id: row.order?.id ?? null, plan_id: booking.plan_id }),
    money: formatMoney(ctx, { ...row, storm: (await readOpenOffer(ctx, id)) !== null }, given, zone),
    no_show: noShowOf(ctx, row, given),
    staff_notes: notes.map((note) => ({
      id: note.id,
      body: note.body,
      author: note.author ?? "The office",
      at: formatMoment(note.created_at, zone),
    })),
    history: rows.map(({ id: number, actor, at, ...entry }) => ({
      id: number,
      what: formatHistory(entry, names),
      who: formatActor(actor, staff),
      at: formatMoment(at, zone),
    })),
  };
}

type Booking = BookingRow["booking"];

/** Finds free times for a visit that was paid without a slot. */
async function readRescue(ctx: StaffCtx, { booking, order }: BookingRow) {
  const lost = booking.status === "pending" && booking.needs_attention !== null && !isErased(booking);
  if (!lost || (order && order.status !== "completed")) return null; // a visit of a plan has no order
  const choices = await readNearestSlots(ctx, {
    id: booking.id,
    date: booking.scheduled_date,
    time: formatTime(booking.scheduled_time),
    minutes: minutesOf(booking),
    town: booking.city,
    zip: booking.zip_code,
  });
  return choices.map((choice) => ({ ...choice, label: `${formatDate(choice.date)}, ${choice.time}` }));
}

function readGiven(db: Database, orderId: string) {
  return db.select().from(refunds).where(eq(refunds.order_id, orderId)).orderBy(asc(refunds.created_at));
}

/** The newest first. */
function readHistory(db: Database, ids: string[]) {
  return db
    .select()
    .from(audit_log)
    .where(and(inArray(audit_log.entity, ["booking", "order"]), inArray(audit_log.entity_id, ids)))
    .orderBy(desc(audit_log.at), desc(audit_log.id))
    .limit(HISTORY_LIMIT);
}

/** All crews, and whether another visit keeps each from the time of this one. */
function readCrews(db: Database, { id, blocked }: Booking) {
  return db
    .select({
      id: crews.id,
      name: crews.name,
      is_active: crews.is_active,
      busy: subselect(sql<boolean>`exists (
        select from bookings other
        where other.crew_id = ${crews.id} and other.status <> 'cancelled' and other.id <> ${id}
          and other.blocked && ${rangeText(blocked)}::tstzrange)`),
    })
    .from(crews)
    .orderBy(asc(crews.sort_order), asc(crews.name));
}

async function readNames(db: Database, actors: string[]): Promise<Map<string, string>> {
  const idsOf = (kind: "admin" | "crew") =>
    [...new Set(actors)].flatMap((actor) => actor.split(`${kind}:`)[1] ?? []).filter(isUuid);
  const [staff, members] = [idsOf("admin"), idsOf("crew")];
  const found = [
    ...(staff.length > 0
      ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, staff))
      : []),
    ...(members.length > 0
      ? await db
          .select({ id: crew_members.id, name: crew_members.name })
          .from(crew_members)
          .where(inArray(crew_members.id, members))
      : []),
  ];
  return new Map(found.map(({ id, name }) => [id, name]));
}

function formatMoney(
  ctx: StaffCtx,
  { storm, ...row }: BookingRow & { storm: boolean },
  given: Awaited<ReturnType<typeof readGiven>>,
  zone: string,
): OfficeMoney {
  const { booking, order } = row;
  const view = viewOf(row);
  const formatAmount = (amount: number) => formatCents(amount, order?.currency);
  const money = moneyOf(booking, order, given, row.lines);
  const decision = decideCancellation({ ...booking, ...money, storm }, ctx.now);
  const fee = (decision.ok && decision.fee) || 0;
  const policy = policyRefund({ ...booking, ...money, storm }, ctx.now);
  const left = leftOf(money);
  const tip = leastBack({ ...booking, ...money });
  return {
    order_id: order?.id ?? null,
    plan_id: booking.plan_id,
    order_status: orderStatusOf(booking, order),
    processing: order !== null && isProcessing(order),
    lines: view.lines,
    is_test: view.is_test,
    total: view.total,
    paid: view.paid,
    due: view.due,
    paid_otherwise: view.paid_otherwise,
    refunds: given.map(({ id, amount, status, reason, completed_at, created_at }) => ({
      id,
      status,
      reason,
      amount: formatAmount(amount),
      at: formatMoment(completed_at ?? created_at, zone),
    })),
    refunded:
      money.refunded > 0 ? { paid: formatAmount(money.paid), back: formatAmount(money.refunded) } : null,
    left,
    left_in_words: formatAmount(left),
    tip: tip > 0 ? formatAmount(tip) : null,
    policy,
    policy_in_words: policy === null ? null : formatAmount(policy),
    fee,
    fee_in_words: formatAmount(fee),
    fee_due: view.fee_due,
  };
}

/** A dispute is looked at when it is done. */
function noShowOf(
  ctx: StaffCtx,
  { booking, order, card, lines }: BookingRow,
  given: Awaited<ReturnType<typeof readGiven>>,
): OfficeBooking["no_show"] {
  const money = moneyOf(booking, order, given, lines);
  const decision = decideNoShow({ ...booking, ...money, disputed: false }, ctx.now);
  if (!decision.ok) return null;
  const { refund, fee } = decision;
  const words = booking.plan_id
    ? "It is part of a plan: its month stays charged."
    : formatNoShow(decision, order?.currency, card);
  return { refund, fee, words };
}

function fieldsOf(booking: Booking): OfficeBooking["fields"] {
  return {
    customer_name: booking.customer_name ?? "",
    customer_email: booking.customer_email ?? "",
    customer_phone: booking.customer_phone ?? "",
    street: booking.address_line1,
    apartment: booking.address_line2 ?? "",
    city: booking.city,
    state: booking.state,
    zip: booking.zip_code,
    bedrooms: booking.bedrooms === null ? "" : String(booking.bedrooms),
    bathrooms: booking.bathrooms === null ? "" : String(booking.bathrooms),
    notes: booking.notes ?? "",
  };
}

/** Reads a day's slots for a visit of this length; of its own day if the date is missing or invalid. */
export async function readOfficeDay(
  ctx: StaffCtx,
  booking: Pick<OfficeBooking, "id" | "date" | "minutes" | "fields">,
  asked: string | null,
): Promise<{ date: string; slots: Slot[] }> {
  const date = asked !== null && isCalendarDate(asked) ? asked : booking.date;
  return {
    date,
    slots: await readSlotsOfDay(ctx, {
      date,
      minutes: booking.minutes,
      booking_id: booking.id,
      town: booking.fields.city,
      zip: booking.fields.zip,
    }),
  };
}

/** Visits that are over, and that nobody has marked as completed. `today` narrows the search down: company time. */
export function visitsToComplete(now: Temporal.Instant, today: string) {
  return and(
    eq(bookings.status, "confirmed"),
    lte(bookings.scheduled_date, today),
    lte(bookings.ends_at, now),
    isNull(bookings.needs_attention),
  );
}
