// Rooms: an order shows its visit's money (booking), its rhythm (scheduling) and the currency (operations).
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { cards } from "~/db/schema/cards";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { charges, disputes, order_lines, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { leftOf } from "~/features/booking/cancellation";
import { isFeeDue } from "~/features/booking/fee";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readApprovals, readLeftOfLimit } from "~/features/payments/approvals/queries.server";
import { readBalance } from "~/features/payments/credit/queries.server";
import { chargeable, formatCard, isOver } from "~/features/payments/orders/card";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing, officeMethodOf } from "~/features/payments/orders/rules";
import { splitTip, tipsOf } from "~/features/payments/orders/tip";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatLongDate, formatMoment, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { StaffCtx } from "~/platform/context.server";
import { whyNoLine } from "./line";
import { formatProvider, type OfficeOrder, owedOn, whyNotPayable } from "./rules";

/** The minutes at the job of each member who was at a visit; empty when nobody's hours are known. */
type ReadPresent = (booking_id: string) => Promise<ReadonlyMap<string, number>>;

type Tipped = {
  booking_id: string | null;
  crew_id: string | null;
  starts_at: Temporal.Instant;
  currency: string;
};

/** The tips of an order, split as payroll does: among those who were there, or else among the members of the crew at that time. */
async function readTip(
  { db }: StaffCtx,
  lines: { kind: string; amount: Cents }[],
  { booking_id, crew_id, starts_at, currency }: Tipped,
  readPresent: ReadPresent,
): Promise<OfficeOrder["tip"]> {
  const { left: cents } = tipsOf(lines);
  if (cents <= 0) return null;
  const [crew] = crew_id
    ? await db.select({ name: crews.name }).from(crews).where(eq(crews.id, crew_id))
    : [];
  const present = booking_id ? await readPresent(booking_id) : new Map<string, number>();
  const stayed = or(isNull(crew_members.left_at), gt(crew_members.left_at, starts_at));
  const ofCrew = and(crew_id ? eq(crew_members.crew_id, crew_id) : sql`false`, stayed);
  const found = await db
    .select({ id: crew_members.id, name: crew_members.name, joined_at: crew_members.created_at })
    .from(crew_members)
    .where(present.size > 0 ? inArray(crew_members.id, [...present.keys()]) : ofCrew)
    .orderBy(asc(crew_members.id));
  const joined = found.filter(({ joined_at }) => Temporal.Instant.compare(joined_at, starts_at) <= 0);
  const members = present.size > 0 || joined.length === 0 ? found : joined;
  const shares = splitTip(cents, members, ({ id }) => present.get(id) ?? 0);
  return {
    total: formatCents(cents, currency),
    crew: crew?.name ?? null,
    shares: shares
      .toSorted((one, other) => one.member.name.localeCompare(other.member.name))
      .map(({ member, amount }) => `${member.name} ${formatCents(amount, currency)}`),
  };
}

type Found = { order: typeof orders.$inferSelect; booking: { status: string } };

/** The card of an order, and what became of it; null where a card has no use. */
async function readCard(
  ctx: StaffCtx,
  { order, booking }: Found,
  at: (moment: Temporal.Instant) => string,
): Promise<OfficeOrder["card"]> {
  const failed = await ctx.db
    .select()
    .from(charges)
    .where(and(eq(charges.order_id, order.id), isNotNull(charges.failure)))
    .orderBy(asc(charges.created_at));
  const { consent } = order;
  if (!order.booking_id || (!consent && failed.length === 0 && order.due === 0)) return null;
  const [card] = order.card_id ? await ctx.db.select().from(cards).where(eq(cards.id, order.card_id)) : [];
  const amount = card ? chargeable(order) : 0;
  return {
    name: card ? formatCard(card) : null,
    next: order.charge_at && at(order.charge_at),
    now: amount > 0 && isOver(booking.status) ? formatCents(amount, order.currency) : null,
    may_ask: !card && order.due > 0 && (await ctx.payments.current()) !== null,
    consent,
    declined: failed.map((charge) => ({
      ...{ id: charge.id, amount: formatCents(charge.amount, charge.currency), at: at(charge.created_at) },
      reason: charge.failure ?? "",
    })),
  };
}

/** The link and its QR code, as a data URL, for a phone that is held up to it. */
async function readPayLink(ctx: StaffCtx, orderId: string): Promise<OfficeOrder["pay_link"]> {
  const url = payUrl(ctx, orderId);
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(url, { type: "svg", margin: 2 });
  return { url, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}

/** Everything about one order; null when there is none with this id. */
export async function readOfficeOrder(
  ctx: StaffCtx,
  id: string,
  readPresent: ReadPresent = async () => new Map(),
): Promise<OfficeOrder | null> {
  if (!isUuid(id)) return null;
  const [[found], given, disputed, lines, taken, settings, asked, alone] = await Promise.all([
    ctx.db
      .select({
        order: orders,
        booking: bookings,
        plan: plans,
        service: services.title,
        customer: customerName,
        phone: customerPhone,
      })
      .from(orders)
      .innerJoin(bookings, visitOfOrder)
      .leftJoin(plans, eq(plans.id, orders.plan_id))
      .leftJoin(services, eq(services.id, bookings.service_id))
      .where(eq(orders.id, id)),
    ctx.db.select().from(refunds).where(eq(refunds.order_id, id)).orderBy(asc(refunds.created_at)),
    ctx.db.select().from(disputes).where(eq(disputes.order_id, id)).orderBy(asc(disputes.opened_at)),
    ctx.db
      .select({ ...getTableColumns(order_lines), author: users.name })
      .from(order_lines)
      .leftJoin(users, eq(users.id, order_lines.author_id))
      .where(eq(order_lines.order_id, id))
      .orderBy(asc(order_lines.position)),
    ctx.db
      .select({ ...getTableColumns(charges), taker: users.name })
      .from(charges)
      .leftJoin(users, eq(users.id, charges.taken_by))
      .where(and(eq(charges.order_id, id), eq(charges.status, "completed")))
      .orderBy(asc(charges.completed_at)),
    readSettings(ctx),
    readApprovals(ctx, id),
    readLeftOfLimit(ctx, id),
  ]);
  if (!found) return null;
  const { order, booking, plan, service } = found;
  const formatAmount = (amount: number) => formatCents(amount, order.currency);
  const at = (moment: Temporal.Instant) => formatMoment(moment, settings["general.timezone"]);
  const left = leftOf(moneyOf(booking, order, given));
  const credit =
    order.due > 0 && order.customer_id ? await readBalance(ctx, order.customer_id, order.currency) : 0;
  return {
    id,
    number: formatNumber(order.number),
    at: at(order.created_at),
    status: order.status,
    amount: formatAmount(order.amount),
    lines: lines.map(({ id, label, amount, reason, author }) => ({
      ...{ id, label, amount: formatAmount(amount) },
      note: reason && [reason, author].filter(Boolean).join(", "),
    })),
    cents: order.amount,
    tip: await readTip(
      ctx,
      lines,
      { ...order, crew_id: booking.crew_id, starts_at: booking.starts_at },
      readPresent,
    ),
    charges: taken.map((charge) => ({
      id: charge.id,
      amount: formatAmount(charge.amount),
      tip: charge.tip > 0 ? formatAmount(charge.tip) : null,
      how: [formatProvider(charge.provider), charge.taker].filter(Boolean).join(", "),
      at: at(charge.completed_at ?? charge.created_at),
    })),
    card: await readCard(ctx, found, at),
    due: order.due > 0 ? formatAmount(order.due) : null,
    due_cents: owedOn(order),
    owed: formatAmount(owedOn(order)),
    credit: credit > 0 ? formatAmount(credit) : null,
    may_credit: order.customer_id !== null,
    pay_link: order.due > 0 && (await ctx.payments.current()) ? await readPayLink(ctx, id) : null,
    can_lengthen: order.booking_id !== null && booking.status === "confirmed",
    why_no_line: whyNoLine(order),
    provider: formatProvider(order.provider),
    is_test: isTestPayment(order.provider),
    method: taken.every((charge) => officeMethodOf(charge.provider)) ? officeMethodOf(order.provider) : null,
    session_id: order.payment_session_id,
    paid_at: order.completed_at && at(order.completed_at),
    customer: found.customer ?? UNKNOWN.customer,
    email: booking.customer_email,
    phone: found.phone,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
    plan_id: order.plan_id,
    of_number: formatNumber((plan ?? booking).number),
    visit: plan
      ? `${formatRhythm(plan)}, ${formatTime(plan.slot_time)}`
      : `${formatLongDate(booking.scheduled_date)}, ${formatTime(booking.scheduled_time)}`,
    processing: isProcessing(order),
    disputes: disputed.map((dispute) => ({
      id: dispute.id,
      amount: formatCents(dispute.amount, dispute.currency),
      status: dispute.status,
      inquiry: !dispute.withdrawn,
      reason: dispute.reason.replaceAll("_", " "),
      answer_by: dispute.status === "open" && dispute.evidence_due_at ? at(dispute.evidence_due_at) : null,
      at: at(dispute.closed_at ?? dispute.opened_at),
    })),
    disputed_at: formatProvider(order.provider),
    refunds: given.map((refund) => ({
      id: refund.id,
      amount: formatAmount(refund.amount),
      status: refund.status,
      reason: refund.reason,
      to_credit: refund.to_credit,
      error: refund.error,
      at: at(refund.completed_at ?? refund.created_at),
    })),
    approvals: asked,
    alone_in_words: alone === null || alone >= left ? null : formatAmount(alone),
    left,
    left_in_words: formatAmount(left),
    why_not_payable: whyNotPayable(found),
    fee_due: isFeeDue(booking, order),
  };
}
