import type { charges, orders, refunds } from "../../../app/db/schema/payments";
import type { test_checkout_refunds, test_checkout_sessions } from "../../../app/db/schema/test-checkout";
import type { PriceLine } from "../../../app/features/catalog/pricing";
import { cardLimit } from "../../../app/features/payments/orders/card";
import {
  OFFICE_PROVIDER,
  type OfficeMethod,
  officeProvider,
} from "../../../app/features/payments/orders/rules";
import type { Customer } from "./customers";
import { openRandom, type Random } from "./random";
import type { Frame, Visit } from "./visits";

export const CURRENCY = "USD";
export const TEST_PROVIDER = "test-checkout";
/** Percent of a deposit of the services that ask for one, and services that charge a saved card after the visit. */
export const DEPOSIT = { service: "post-construction", percent: 30 };
export const BY_CARD = "retail-showroom";
/** Percent above the price that customers allow for more work. */
const ALLOWANCE = 20;
const LATE_FEE_PERCENT = 50;
/** Days in which companies pay by check. */
const CHECK_DAYS = { least: 4, most: 16 };

type Line = { kind: PriceLine["kind"] | "tip" | "cancelled"; label: string; amount: number };
type OrderRow = typeof orders.$inferInsert & { id: string };

/** An order with all that moved for it. */
export type Order = {
  row: OrderRow;
  lines: Line[];
  session: typeof test_checkout_sessions.$inferInsert | null;
  charges: (typeof charges.$inferInsert & { id: string })[];
  refunds: (typeof refunds.$inferInsert)[];
  given_back: (typeof test_checkout_refunds.$inferInsert)[];
};

const GOODWILL = [
  "The oven was left out",
  "The crew came an hour late",
  "A lamp was broken",
  "The windows of the porch were left out",
] as const;

type Paid = Visit & { sale: NonNullable<Visit["sale"]> };

/** The orders of single visits, as they were paid: online, by a deposit, by a saved card, or at the office. */
export function ordersOf(frame: Frame, visits: readonly Visit[]): Map<string, Order> {
  const random = openRandom(`orders ${frame.today}`);
  const paid = visits.filter((visit): visit is Paid => visit.sale !== null);
  return new Map(paid.map((visit) => [visit.id, orderOf(random, frame, visit)]));
}

function orderOf(random: Random, frame: Frame, visit: Paid): Order {
  const { sale, customer } = visit;
  const order = openOrder(random, visit);
  if (sale.price === 0) return order;
  if (sale.service_id === BY_CARD) return payByCard(order, visit);
  if (sale.service_id === DEPOSIT.service) return payDeposit(random, frame, order, visit);
  if (customer.company_name) return payAtOffice(random, frame, order, visit, "check");
  if (!customer.user_id && random.chance(0.5))
    return payAtOffice(random, frame, order, visit, random.chance(0.6) ? "check" : "cash");
  return payOnline(random, order, visit);
}

function openOrder(random: Random, { id: booking_id, sale, customer, created_at }: Paid): Order {
  const row = {
    ...{ id: random.uuid(), booking_id, customer_id: customer.id, amount: sale.price, currency: CURRENCY },
    ...{ tips: null as number | null, upfront: null as number | null, consent: null, card_limit: null },
    ...{ charge_at: null, card_id: null, charged: 0, returned: 0, status: "completed" as const },
    ...{ provider: TEST_PROVIDER, payment_session_id: null, session_closed_at: null },
    ...{ completed_at: created_at, created_at, updated_at: created_at },
  };
  return { row, lines: sale.lines, session: null, charges: [], refunds: [], given_back: [] };
}

/** Paid at the checkout when it was booked, with a tip by some. */
function payOnline(random: Random, order: Order, visit: Paid): Order {
  const { sale, status } = visit;
  const tip = status !== "cancelled" && random.chance(0.17) ? 500 * random.between(2, 6) : 0;
  if (tip > 0) {
    order.lines = [...sale.lines, { kind: "tip", label: "Tip", amount: tip }];
    order.row.tips = tip;
    order.row.amount += tip;
  }
  checkOut(order, visit.customer, order.row.amount, tip);
  giveBack(random, order, visit);
  return order;
}

/** A checkout that took the money. */
function checkOut(order: Order, customer: Customer, amount: number, tip = 0): void {
  const { row } = order;
  const id = `test_${row.id}`;
  order.session = sessionOf(id, `year:${row.id}`, amount, order.lines, customer, row.created_at);
  row.payment_session_id = id;
  row.session_closed_at = row.created_at;
  addCharge(order, {
    ...{ id: row.id, purpose: "checkout", amount, tip, provider: TEST_PROVIDER, payment_id: id },
    completed_at: row.created_at ?? null,
  });
}

/** What the test checkout knows of a payment. */
export function sessionOf(
  id: string,
  idempotency_key: string,
  amount: number,
  lines: readonly { label: string; amount: number }[],
  { name, email, phone, home }: Customer,
  created_at: Temporal.Instant | undefined,
): typeof test_checkout_sessions.$inferInsert {
  const at = created_at ?? Temporal.Instant.fromEpochMilliseconds(0);
  return {
    ...{ id, idempotency_key, status: "paid", amount, currency: CURRENCY },
    lines: lines.map(({ label, amount }) => ({ label, amount })),
    summary: [`${home.address_line1}, ${home.city}, ${home.state} ${home.zip_code}`],
    ...{ customer_email: email, customer: { name, email, phone } },
    success_url: `/payment-success?session_id=${id}`,
    cancel_url: `/payment-canceled?session_id=${id}`,
    ...{ expires_at: at.add({ minutes: 30 }), paid_at: at, created_at: at, recurring: false },
    ...{ subscription_id: null as string | null, invoice_id: null as string | null },
  };
}

type NewCharge = Pick<Order["charges"][number], "id" | "purpose" | "amount" | "provider"> &
  Partial<Order["charges"][number]> & { completed_at: Temporal.Instant | null };

/** Money that was taken, or that a bank declined. */
function addCharge(order: Order, { completed_at, ...charge }: NewCharge): void {
  const at = completed_at ?? charge.created_at ?? order.row.created_at;
  const nothing = { tip: 0, payment_id: null, card_id: null, failure: null };
  const status = completed_at ? ("completed" as const) : ("failed" as const);
  order.charges.push({
    ...{ ...nothing, order_id: order.row.id, currency: CURRENCY, status, completed_at },
    ...{ created_at: at, updated_at: at, ...charge },
  });
  if (completed_at) order.row.charged = (order.row.charged ?? 0) + charge.amount;
}

/** What a cancellation gave back by the fee policy, and now and then something for a slip. */
function giveBack(random: Random, order: Order, visit: Paid): void {
  const { cancelled, range, created_at } = visit;
  const { amount } = order.row;
  if (cancelled === null) {
    const isOld = visit.status === "completed" && random.chance(0.018);
    if (isOld)
      refund(order, 100 * random.between(20, 45), random.pick(GOODWILL), range.end.add({ hours: 20 }));
    return;
  }
  const early = cancelled === "late" ? range.start.subtract({ hours: 5 }) : created_at.add({ hours: 3 });
  if (cancelled === "early") refund(order, amount, "Cancelled by the customer", early);
  if (cancelled === "late")
    refund(order, Math.round((amount * LATE_FEE_PERCENT) / 100), "Cancelled by the customer", early);
  if (cancelled === "storm")
    refund(order, amount, "Skipped because of a storm", range.start.subtract({ hours: 15 }));
}

function refund(order: Order, amount: number, reason: string, at: Temporal.Instant): void {
  const { id, payment_session_id } = order.row;
  const key = `year:${id}`;
  const provider_refund_id = `test_refund_${id}`;
  order.refunds.push({
    ...{ order_id: id, charge_id: order.charges[0]?.id ?? null, amount, reason, status: "completed" },
    ...{ idempotency_key: key, provider_refund_id, completed_at: at, created_at: at, updated_at: at },
  });
  order.given_back.push({
    ...{ id: provider_refund_id, payment_id: payment_session_id ?? "", idempotency_key: key },
    ...{ amount, created_at: at },
  });
}

/** Paid in cash or by check, companies some days after the visit; what isn't paid yet is due. */
function payAtOffice(random: Random, { now }: Frame, order: Order, visit: Paid, method: OfficeMethod): Order {
  const { row } = order;
  if (visit.cancelled) return Object.assign(order, { row: { ...row, ...UNPAID, status: "failed" } });
  const days = visit.customer.company_name ? random.between(CHECK_DAYS.least, CHECK_DAYS.most) : 0;
  const at = visit.range.end.add({ hours: 24 * days, minutes: 25 });
  if (Temporal.Instant.compare(at, now) > 0) return Object.assign(order, { row: { ...row, ...UNPAID } });
  const provider = officeProvider(method);
  Object.assign(row, { provider, completed_at: at, updated_at: at });
  addCharge(order, { id: row.id, purpose: "office", amount: row.amount, provider, completed_at: at });
  return order;
}

const UNPAID = { provider: OFFICE_PROVIDER, status: "pending" as const, completed_at: null };

/** A part when it was booked, the rest by check after the visit. */
function payDeposit(random: Random, { now }: Frame, order: Order, visit: Paid): Order {
  const { row } = order;
  const deposit = Math.round((row.amount * DEPOSIT.percent) / 100);
  row.upfront = deposit;
  checkOut(order, visit.customer, deposit);
  if (visit.cancelled) {
    refund(order, deposit, "Cancelled by the customer", visit.created_at.add({ hours: 3 }));
    return takeOff(order, row.amount - deposit);
  }
  const at = visit.range.end.add({ hours: 24 * random.between(2, 9) });
  if (Temporal.Instant.compare(at, now) > 0) return order;
  const provider = officeProvider("check");
  addCharge(order, {
    id: random.uuid(),
    purpose: "office",
    amount: row.amount - deposit,
    provider,
    completed_at: at,
  });
  return order;
}

/** Takes off what is owed of a visit that was cancelled. */
function takeOff(order: Order, amount: number): Order {
  order.lines = [...order.lines, { kind: "cancelled", label: "Visit cancelled", amount: -amount }];
  order.row.amount -= amount;
  return order;
}

/** By the customer's saved card, an hour after the visit. The cards are stored by `storeCards`. */
function payByCard(order: Order, visit: Paid): Order {
  const { row } = order;
  Object.assign(row, {
    card_id: cardIdOf(visit.customer),
    card_limit: cardLimit(row.amount, ALLOWANCE),
    consent: "I allow White Birch Cleaning to save my card and to charge it after each visit.",
  });
  if (visit.cancelled) return takeOff(order, row.amount);
  if (visit.status !== "completed") return order;
  const completed_at = visit.range.end.add({ minutes: 60 });
  const payment_id = `test_charge_${row.id}`;
  const paid = { purpose: "card" as const, amount: row.amount, provider: TEST_PROVIDER, payment_id };
  addCharge(order, { ...paid, id: row.id, card_id: row.card_id, completed_at });
  return order;
}

/** A customer's card has an id of its own, made of the customer's. */
export function cardIdOf({ id }: Customer): string {
  return id.replace(/^.{4}/, "ca4d");
}

/** The bank declined the card of a visit: its order stays due, and is tried again tomorrow. */
export function decline(order: Order, at: Temporal.Instant): void {
  const [charge] = order.charges;
  if (!charge) return;
  order.charges = [];
  order.row.charged = 0;
  order.row.charge_at = at.add({ hours: 48 });
  addCharge(order, {
    ...{ id: charge.id, purpose: "card", amount: charge.amount, provider: TEST_PROVIDER },
    ...{ card_id: charge.card_id ?? null, failure: "The test bank declined the card.", created_at: at },
    completed_at: null,
  });
}
