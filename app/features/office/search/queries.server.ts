// Rooms: it finds customers (customers), bookings (booking), orders (payments), plans (plans) and messages (messages), and
// formats them in the company's time zone (operations).
import { eq, inArray } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { contact_messages } from "~/db/schema/messages";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { STATUS_LABELS, UNKNOWN } from "~/features/booking/office/list/list";
import { NO_NAME } from "~/features/customers/office/list";
import { formatPhone, nameOf } from "~/features/customers/records/contact";
import { MESSAGE_LABELS } from "~/features/messages/office/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { ORDER_LABELS } from "~/features/payments/office/list";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { formatWhen, PLAN_LABELS } from "~/features/plans/emails/words";
import { planCustomer } from "~/features/plans/office/list.server";
import { companyToday, formatDate, formatMoment, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import {
  type CustomerFound,
  findBookings,
  findCustomers,
  findMessages,
  findOrders,
  findPlans,
  type IdFound,
} from "./find.server";
import { askedOf, type Found, groupHits, type Hit, hitPath, isSearch, MOST_HITS } from "./rules";

/**
 * Finds customers, bookings, orders, plans and (for roles that read them) messages by number, name, phone digits, email and street; at most MOST_HITS
 * of a kind. Each part of each statement uses an index: `app/features/office/lists/plans.server.test.ts`.
 */
export async function search(ctx: StaffCtx, text: string): Promise<Found> {
  const { db, now } = ctx;
  const asked = askedOf(text);
  if (!isSearch(asked)) return groupHits(asked, []);
  const [{ timezone: zone }, { ids: customers, found }] = await Promise.all([
    readCompany(ctx),
    findCustomers(db, asked),
  ]);
  const date = companyToday(now, zone);
  const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant();
  const around = { customers, today: { date, start } };
  const [visits, series, messages] = await Promise.all([
    findBookings(db, asked, around),
    findPlans(db, asked, around),
    may(ctx.actor.role, "messages.read") ? findMessages(db, asked, around) : [],
  ]);
  const paid = await findOrders(db, asked, { customers, bookings: idsOf(visits), plans: idsOf(series) });
  const hits = await Promise.all([
    found.map(customerHit),
    readBookings(db, visits),
    readOrders(db, paid, zone),
    readPlans(db, series),
    readMessages(db, messages, zone),
  ]);
  return groupHits(asked, hits.flat());
}

const LIMIT = MOST_HITS + 1;
const idsOf = (found: IdFound[]) => found.map(({ id }) => id);

function joined(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function customerHit(customer: CustomerFound): Hit {
  const { id, number, phone, email, home, exact } = customer;
  return {
    ...{ kind: "customer", href: hitPath("customer", id), number: formatNumber(number), status: null, exact },
    title: nameOf(customer) ?? `${NO_NAME} ${id.slice(0, 8)}`,
    detail: joined(phone && formatPhone(phone), email, home),
  };
}

/** The rows of these ids in their order, with whether they have the number that was typed. */
function inOrder<Row extends { id: string }>(found: IdFound[], rows: Row[]): (Row & { exact: boolean })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, exact }) => {
    const row = byId.get(id);
    return row ? [{ ...row, exact }] : [];
  });
}

async function readBookings(db: Database, found: IdFound[]): Promise<Hit[]> {
  const shown = found.slice(0, LIMIT);
  if (shown.length === 0) return [];
  const { id, number, scheduled_date, scheduled_time, address_line1, city, status } = bookings;
  const rows = await db
    .select({
      ...{ id, number, scheduled_date, scheduled_time, address_line1, city, status },
      ...{ customer: customerName, service: services.title },
    })
    .from(bookings)
    .leftJoin(services, eq(services.id, bookings.service_id))
    .where(inArray(id, idsOf(shown)));
  return inOrder(shown, rows).map((visit) => ({
    ...{ kind: "booking", href: hitPath("booking", visit.id), exact: visit.exact },
    number: formatNumber(visit.number),
    title: visit.customer ?? UNKNOWN.customer,
    detail: joined(
      `${formatDate(visit.scheduled_date)}, ${formatTime(visit.scheduled_time)}`,
      visit.service ?? UNKNOWN.service,
      visit.address_line1 !== ERASED_STREET && [visit.address_line1, visit.city].filter(Boolean).join(", "),
    ),
    status: { label: STATUS_LABELS[visit.status], tone: TONES[visit.status] ?? "neutral" },
  }));
}

async function readOrders(db: Database, found: IdFound[], zone: string): Promise<Hit[]> {
  if (found.length === 0) return [];
  const { id, number, amount, currency, status, created_at } = orders;
  const rows = await db
    .select({
      ...{ id, number, amount, currency, status, created_at },
      ...{ customer: customerName, service: services.title },
    })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .leftJoin(services, eq(services.id, bookings.service_id))
    .where(inArray(id, idsOf(found)));
  return inOrder(found, rows).map((order) => ({
    ...{ kind: "order", href: hitPath("order", order.id), exact: order.exact },
    number: formatNumber(order.number),
    title: order.customer ?? UNKNOWN.customer,
    detail: joined(
      formatCents(order.amount, order.currency),
      order.service ?? UNKNOWN.service,
      formatMoment(order.created_at, zone),
    ),
    status: { label: ORDER_LABELS[order.status], tone: TONES[order.status] ?? "neutral" },
  }));
}

async function readPlans(db: Database, found: IdFound[]): Promise<Hit[]> {
  const shown = found.slice(0, LIMIT);
  if (shown.length === 0) return [];
  const { id, number, frequency, first_date, slot_time, address_line1, city, status } = plans;
  const rows = await db
    .select({
      ...{ id, number, frequency, first_date, slot_time, address_line1, city, status },
      ...{ customer: planCustomer, service: services.title },
    })
    .from(plans)
    .leftJoin(services, eq(services.id, plans.service_id))
    .where(inArray(id, idsOf(shown)));
  return inOrder(shown, rows).map((plan) => ({
    ...{ kind: "plan", href: hitPath("plan", plan.id), exact: plan.exact },
    number: formatNumber(plan.number),
    title: plan.customer ?? UNKNOWN.customer,
    detail: joined(
      formatWhen(plan),
      plan.service,
      plan.address_line1 !== ERASED_STREET && [plan.address_line1, plan.city].filter(Boolean).join(", "),
    ),
    status: { label: PLAN_LABELS[plan.status], tone: TONES[plan.status] ?? "neutral" },
  }));
}

const EXCERPT = 120;

async function readMessages(db: Database, found: string[], zone: string): Promise<Hit[]> {
  if (found.length === 0) return [];
  const rows = await db.select().from(contact_messages).where(inArray(contact_messages.id, found));
  const shown = found.map((id) => ({ id, exact: false }));
  return inOrder(shown, rows).map(({ id, name, message, status, created_at, exact }) => ({
    ...{ kind: "message", href: hitPath("message", id), number: null, title: name, exact },
    detail: joined(formatMoment(created_at, zone), message.slice(0, EXCERPT).toWellFormed()),
    status: { label: MESSAGE_LABELS[status], tone: "neutral" },
  }));
}

const TONES: Record<string, NonNullable<Hit["status"]>["tone"]> = {
  ...{ confirmed: "green", completed: "green", active: "green" },
  ...{ cancelled: "berry", failed: "berry", past_due: "berry" },
};
