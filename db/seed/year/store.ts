import { sql } from "drizzle-orm";
import { bookings } from "../../../app/db/schema/bookings";
import { cards } from "../../../app/db/schema/cards";
import { services } from "../../../app/db/schema/catalog";
import { charges, order_lines, orders, refunds } from "../../../app/db/schema/payments";
import { plans } from "../../../app/db/schema/plans";
import {
  test_checkout_cards,
  test_checkout_charges,
  test_checkout_invoices,
  test_checkout_refunds,
  test_checkout_sessions,
  test_checkout_subscriptions,
} from "../../../app/db/schema/test-checkout";
import { feePolicyOf } from "../../../app/features/operations/settings/fee-policy";
import { parseSettings } from "../../../app/features/operations/settings/settings";
import type { Database } from "../../../app/platform/database/database.server";
import { linesOf } from "../demo-orders";
import { insertAll } from "./bulk";
import { addressOf, type Customer, contactsOf } from "./customers";
import { BY_CARD, CURRENCY, cardIdOf, DEPOSIT, type Order, sessionOf, TEST_PROVIDER } from "./orders";
import type { Plan } from "./plans";
import { ZONE } from "./roster";
import { blockedOf, type Visit } from "./visits";

/** Stores visits, in the order in which they were booked, so that their numbers rise with time. */
export async function storeVisits(
  tx: Database,
  visits: readonly Visit[],
  plans: readonly Plan[],
): Promise<void> {
  const ofPlan = new Map(plans.map(({ id, row }) => [id, row]));
  const policy = feePolicyOf(parseSettings([]));
  const inOrder = visits.toSorted((one, other) => Temporal.Instant.compare(one.created_at, other.created_at));
  const rows = inOrder.map(({ customer, sale, plan, range, created_at, ...visit }) => {
    const local = range.start.toZonedDateTimeISO(ZONE);
    const sold = sale ? { ...sale.columns, ...sale } : ofPlan.get(plan?.id ?? "");
    const { bedrooms = null, bathrooms = null, half_baths = null, square_feet = null } = sold ?? {};
    return {
      ...{ id: visit.id, ...contactsOf(customer), ...addressOf(customer) },
      service_id: sold?.service_id ?? "",
      ...{ crew_id: visit.crew_id, plan_id: plan?.id ?? null, plan_visit: plan?.visit ?? null },
      ...{ scheduled_date: visit.date, scheduled_time: local.toPlainTime().toString() },
      duration_hours: range.start.until(range.end).total("hours"),
      ...{ starts_at: range.start, ends_at: range.end, blocked: blockedOf(range), status: visit.status },
      ...{ total_amount: sale?.price ?? 0, tax_amount: 0, price_lines: sale?.lines ?? [], policy },
      ...{ bedrooms, bathrooms, half_baths, square_feet, extras: sold?.extras ?? [] },
      cancelled_at: visit.status === "cancelled" ? cancelledAt(visit, range.start, created_at) : null,
      calendar_sequence: visit.is_moved || visit.status === "cancelled" ? 1 : 0,
      ...{ link_generation: 0, items_waived: false, late_fee_applies: false, crew_requested: false },
      ...{ created_at, updated_at: created_at },
    };
  });
  await insertAll(tx, bookings, rows);
}

function cancelledAt(
  { cancelled }: Pick<Visit, "cancelled">,
  start: Temporal.Instant,
  created_at: Temporal.Instant,
) {
  if (cancelled === "early") return created_at.add({ hours: 3 });
  if (cancelled === "no-show") return start.add({ minutes: 40 });
  return start.subtract({ hours: cancelled === "late" ? 5 : 15 });
}

/** Stores orders with what was asked, taken and given back. */
export async function storeOrders(tx: Database, all: readonly Order[]): Promise<void> {
  await insertAll(
    tx,
    test_checkout_sessions,
    all.flatMap(({ session }) => session ?? []),
  );
  const inOrder = all.toSorted((one, other) =>
    Temporal.Instant.compare(
      one.row.created_at as Temporal.Instant,
      other.row.created_at as Temporal.Instant,
    ),
  );
  await insertAll(
    tx,
    orders,
    inOrder.map(({ row }) => row),
  );
  const lines = all.flatMap(({ row, lines }) =>
    lines.map((line, place) => ({
      ...line,
      order_id: row.id,
      position: place + 1,
      created_at: row.created_at,
    })),
  );
  await insertAll(tx, order_lines, lines);
  const taken = all.flatMap(({ charges }) => charges);
  await insertAll(
    tx,
    charges,
    taken.toSorted((one, other) =>
      Temporal.Instant.compare(one.created_at as Temporal.Instant, other.created_at as Temporal.Instant),
    ),
  );
  await insertAll(
    tx,
    refunds,
    all.flatMap(({ refunds }) => refunds),
  );
  await insertAll(
    tx,
    test_checkout_refunds,
    all.flatMap(({ given_back }) => given_back),
  );
}

/** What services ask before and after a visit. */
export async function storeTerms(tx: Database): Promise<void> {
  const terms = {
    [DEPOSIT.service]: { pay: "deposit", percent: DEPOSIT.percent },
    [BY_CARD]: { pay: "card" },
  };
  for (const [id, value] of Object.entries(terms))
    await tx
      .update(services)
      .set({ terms: sql`${JSON.stringify(value)}::jsonb` })
      .where(sql`${services.id} = ${id}`);
}

const CARDS = [
  { number: "4242424242424242", brand: "Visa" },
  { number: "5555555555554444", brand: "Mastercard" },
  { number: "4000000000000341", brand: "Visa" },
] as const;

/** The cards that companies saved, before the orders that they pay for. The last one is declined since a few days. */
export async function storeCards(tx: Database, owners: readonly Customer[], now: Temporal.Instant) {
  const exp_year = now.toZonedDateTimeISO(ZONE).year + 2;
  const saved = owners.map((owner, place) => ({ owner, ...(CARDS[place % CARDS.length] ?? CARDS[0]) }));
  const created_at = now.subtract({ hours: 340 * 24 });
  await insertAll(
    tx,
    test_checkout_cards,
    saved.map(({ owner, number }) => ({
      ...{ id: `test_card_${cardIdOf(owner)}`, number, exp_month: 9, exp_year, created_at },
    })),
  );
  await insertAll(
    tx,
    cards,
    saved.map(({ owner, number, brand }) => ({
      ...{
        id: cardIdOf(owner),
        customer_id: owner.id,
        provider: TEST_PROVIDER,
        method_id: `test_card_${cardIdOf(owner)}`,
      },
      provider_customer_id: `of_test_card_${cardIdOf(owner)}`,
      ...{ brand, last4: number.slice(-4), exp_month: 9, exp_year, created_at },
    })),
  );
}

/** What the test checkout knows of the charges of saved cards. */
export async function storeCardCharges(tx: Database, all: readonly Order[]): Promise<void> {
  const tried = all.flatMap(({ charges }) => charges).filter(({ purpose }) => purpose === "card");
  await insertAll(
    tx,
    test_checkout_charges,
    tried.map(({ id, order_id, card_id, status, amount, completed_at, created_at }) => ({
      ...{ id: `test_charge_${order_id}`, idempotency_key: `card:${id}`, card_id: `test_card_${card_id}` },
      ...{
        status: status === "completed" ? ("paid" as const) : ("declined" as const),
        amount,
        currency: CURRENCY,
      },
      ...{ paid_at: completed_at ?? null, created_at: created_at as Temporal.Instant },
    })),
  );
}

/** Plans with what the test checkout knows of them. */
export async function storePlans(tx: Database, all: readonly Plan[]): Promise<void> {
  await insertAll(
    tx,
    plans,
    all.map(({ row }) => row),
  );
  const paid = all.map(({ id, customer, row, months }) => ({
    ...sessionOf(`test_${id}`, `year:${id}`, row.amount, row.price_lines, customer, row.created_at),
    ...{
      recurring: true,
      subscription_id: row.subscription_id,
      invoice_id: months[0] ? invoiceId(id, 0) : null,
    },
  }));
  await insertAll(tx, test_checkout_sessions, paid);
  const status = { active: "active", paused: "active", past_due: "past_due", ended: "canceled" } as const;
  await insertAll(
    tx,
    test_checkout_subscriptions,
    all.map(({ id, fate, row: { subscription_id, amount, period_start, period_end, created_at } }) => ({
      ...{ id: subscription_id, session_id: `test_${id}`, status: status[fate], amount, currency: CURRENCY },
      ...{ declines: fate === "past_due", paused: fate === "paused", cancel_at_period_end: false },
      ...{ period_start, period_end, created_at },
    })),
  );
  const invoices = all.flatMap(({ id, row, months, owed }) =>
    [...months, ...(owed ? [owed] : [])].map((month, place) => ({
      ...{
        id: invoiceId(id, place),
        subscription_id: row.subscription_id,
        amount: row.amount,
        currency: CURRENCY,
      },
      ...{ status: month === owed ? ("open" as const) : ("paid" as const), ...month },
      ...{ paid_at: month === owed ? null : month.period_start, created_at: month.period_start },
    })),
  );
  await insertAll(tx, test_checkout_invoices, invoices);
}

const invoiceId = (plan: string, place: number) => `test_in_${plan}_${place + 1}`;

/** The orders of plans, one for each month that was paid. */
export function ordersOfPlans(all: readonly Plan[]): Order[] {
  return all.flatMap(({ id: plan_id, customer, row, months }) =>
    months.map(({ period_start: at }, place) => {
      const invoice_id = invoiceId(plan_id, place);
      const id = `${plan_id.slice(0, 32)}${String(place + 1).padStart(4, "0")}`;
      const dated = { completed_at: at, created_at: at, updated_at: at };
      const money = { amount: row.amount, currency: CURRENCY };
      return {
        row: {
          ...{ id, plan_id, customer_id: customer.id, ...money, charged: row.amount, status: "completed" },
          ...{ provider: TEST_PROVIDER, payment_session_id: place === 0 ? `test_${plan_id}` : null },
          ...{ session_closed_at: place === 0 ? at : null, payment_id: invoice_id, invoice_id, ...dated },
        },
        lines: linesOf(id, { price_lines: row.price_lines, created_at: at }).map(
          ({ kind, label, amount }) => ({
            ...{ kind, label, amount },
          }),
        ),
        session: null,
        charges: [
          {
            ...{ ...money, ...dated, id, order_id: id, purpose: "plan", status: "completed" },
            ...{ provider: TEST_PROVIDER, payment_id: invoice_id },
          },
        ],
        ...{ refunds: [], given_back: [] },
      };
    }),
  );
}
