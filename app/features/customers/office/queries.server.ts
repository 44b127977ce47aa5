import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { bookedBy } from "~/db/customer";
import { sessions, users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { profiles, properties } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { staff_notes } from "~/db/schema/office";
import { orders, refunds } from "~/db/schema/payments";
import { reviews } from "~/db/schema/reviews";
import { fullName } from "~/features/customers/records/contact";
import { bounceOf } from "~/features/notifications/email/bounces.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment } from "~/lib/test-payment";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CustomerView, Expandable } from "./customer";

/** Rows of each section at first. Lists or `all` show the others. */
const LIMIT = 20;
const MAX_LIMIT = 2000;

/** Everything about a customer for the office; all rows of the section `all`. Null if the id is unknown. */
export async function readCustomer(
  ctx: AdminCtx,
  id: string,
  all: Expandable | null = null,
): Promise<CustomerView | null> {
  const [company, [account]] = await Promise.all([readCompany(ctx), readAccount(ctx.db, id)]);
  if (!account) return null;
  const dayOf = (at: Temporal.Instant) =>
    formatDate(at.toZonedDateTimeISO(company.timezone).toPlainDate().toString());
  const limit = (kind: Expandable) => (kind === all ? MAX_LIMIT : LIMIT);
  const [bounced, homes, visits, payments, notes, written, reviewed, totals, [signedIn]] = await Promise.all([
    bounceOf(ctx, account.email),
    ctx.db.select().from(properties).where(eq(properties.user_id, id)).orderBy(desc(properties.created_at)),
    readVisits(ctx.db, account),
    readPayments(ctx.db, account),
    readNotes(ctx.db, id, limit("notes")),
    readMessages(ctx.db, account.email, limit("messages")),
    readReviews(ctx.db, id, limit("reviews")),
    readTotals(ctx.db, account),
    ctx.db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`))),
  ]);
  return {
    id,
    name: fullName(account),
    email: account.email,
    email_verified: account.email_verified,
    bounced,
    two_factor: account.two_factor,
    phone: account.phone,
    joined: dayOf(account.created_at),
    sessions: signedIn?.count ?? 0,
    properties: homes.map((home) => ({
      id: home.id,
      name: home.name,
      type: home.property_type,
      address: addressOf(home),
      rooms: roomsOf(home),
      instructions: home.special_instructions,
      is_default: home.is_default,
    })),
    bookings: visits.map((visit) => ({
      id: visit.id,
      service: visit.service,
      when: `${formatDate(visit.date)}, ${formatTime(visit.time)}`,
      town: visit.city,
      status: visit.status,
      amount: formatCents(visit.amount, visit.currency ?? company.default_currency),
      /** Guest booking made with the same email; it belongs to no account yet. */
      as_guest: visit.user_id === null,
    })),
    totals,
    payments: payments.map((one) => ({
      id: one.id,
      kind: one.kind,
      amount: formatCents(one.amount, one.currency),
      status: one.status,
      on: dayOf(one.at),
      is_test: isTestPayment(one.provider),
    })),
    notes: notes.map(({ created_at, author, ...note }) => ({
      ...note,
      author: author ?? "Former staff member",
      on: dayOf(created_at),
    })),
    messages: written.map(({ created_at, ...message }) => ({ ...message, on: dayOf(created_at) })),
    reviews: reviewed.map(({ date, ...review }) => ({ ...review, on: formatDate(date) })),
  };
}

function readAccount(db: Database, id: string) {
  return db
    .select({
      id: users.id,
      email: users.email,
      email_verified: users.emailVerified,
      two_factor: users.twoFactorEnabled,
      first_name: profiles.first_name,
      last_name: profiles.last_name,
      phone: profiles.phone,
      created_at: profiles.created_at,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id));
}

type Account = { id: string; email: string };

async function readTotals(db: Database, account: Account): Promise<CustomerView["totals"]> {
  const ofCustomer = ordersOf(db, account);
  const ownOrders = db.select({ id: orders.id }).from(orders).where(ofCustomer);
  const [visits, paid, back, notes, messages, reviewed] = await Promise.all([
    db.$count(bookings, bookedBy(account)),
    db.$count(orders, and(ofCustomer, eq(orders.status, "completed"))),
    db.$count(refunds, inArray(refunds.order_id, ownOrders)),
    db.$count(staff_notes, eq(staff_notes.user_id, account.id)),
    db.$count(contact_messages, sentFrom(account.email)),
    db.$count(reviews, eq(reviews.user_id, account.id)),
  ]);
  return { bookings: visits, payments: paid + back, notes, messages, reviews: reviewed };
}

/** Orders of the customer's visits and plans. Each part uses an index of its own. */
function ordersOf(db: Database, account: Account) {
  const ownOrders = bookedBy(account);
  const ofVisits = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(ownOrders);
  const ofPlans = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.plan_id, orders.plan_id))
    .where(ownOrders);
  return inArray(orders.id, ofVisits.union(ofPlans));
}

function readVisits(db: Database, account: Account) {
  return db
    .select({
      id: bookings.id,
      user_id: bookings.user_id,
      service: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      city: bookings.city,
      status: bookings.status,
      amount: sql`${bookings.total_amount} + ${bookings.tax_amount}`.mapWith(Number),
      currency: orders.currency,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(bookedBy(account))
    .orderBy(desc(bookings.scheduled_date), desc(bookings.scheduled_time), desc(bookings.id))
    .limit(LIMIT);
}

/** Completed payments and refunds, newest first. */
async function readPayments(db: Database, account: Account) {
  const ofCustomer = ordersOf(db, account);
  const paidAt = sql`coalesce(${orders.completed_at}, ${orders.created_at})`;
  const [paid, back] = await Promise.all([
    db
      .select({
        id: orders.id,
        amount: orders.amount,
        currency: orders.currency,
        provider: orders.provider,
        status: orders.status,
        at: paidAt.mapWith(orders.created_at),
      })
      .from(orders)
      .where(and(ofCustomer, eq(orders.status, "completed")))
      .orderBy(desc(paidAt))
      .limit(LIMIT),
    db
      .select({
        id: refunds.id,
        amount: refunds.amount,
        currency: orders.currency,
        provider: orders.provider,
        status: refunds.status,
        at: refunds.created_at,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(ofCustomer)
      .orderBy(desc(refunds.created_at))
      .limit(LIMIT),
  ]);
  return [
    ...paid.map((one) => ({ ...one, kind: "paid" as const })),
    ...back.map((one) => ({ ...one, kind: "refund" as const })),
  ]
    .sort((a, b) => Temporal.Instant.compare(b.at, a.at))
    .slice(0, LIMIT);
}

function readNotes(db: Database, id: string, limit: number) {
  return db
    .select({
      id: staff_notes.id,
      body: staff_notes.body,
      author: users.name,
      created_at: staff_notes.created_at,
    })
    .from(staff_notes)
    .leftJoin(users, eq(users.id, staff_notes.author_id))
    .where(eq(staff_notes.user_id, id))
    .orderBy(desc(staff_notes.created_at), desc(staff_notes.id))
    .limit(limit);
}

/** Messages sent with their email through the contact form. */
function sentFrom(email: string) {
  return eq(sql`lower(${contact_messages.email})`, email.toLowerCase());
}

function readMessages(db: Database, email: string, limit: number) {
  const { id, message, status, created_at } = contact_messages;
  return db
    .select({ id, message, status, created_at })
    .from(contact_messages)
    .where(sentFrom(email))
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
}

function readReviews(db: Database, userId: string, limit: number) {
  return db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      review_text: reviews.review_text,
      service: services.title,
      date: bookings.scheduled_date,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(eq(reviews.user_id, userId))
    .orderBy(desc(bookings.scheduled_date), desc(reviews.id))
    .limit(limit);
}

type Address = {
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string;
  zip_code: string;
};

function addressOf({ address_line1, address_line2, city, state, zip_code }: Address): string {
  return `${[address_line1, address_line2].filter(Boolean).join(", ")}, ${city}, ${state} ${zip_code}`;
}

type Rooms = { bedrooms: number | null; bathrooms: number | null; square_footage: number | null };

function roomsOf({ bedrooms, bathrooms, square_footage }: Rooms): string | null {
  const parts = [
    bedrooms !== null && `${bedrooms} bed`,
    bathrooms !== null && `${bathrooms} bath`,
    square_footage !== null && `${square_footage.toLocaleString("en-US")} sq ft`,
  ];
  return parts.filter(Boolean).join(" · ") || null;
}
