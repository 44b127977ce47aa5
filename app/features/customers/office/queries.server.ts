import { and, count, desc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import { sessions, users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { staff_notes } from "~/db/schema/office";
import { charges, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { readHomePhotos } from "~/features/customers/photos/queries.server";
import { formatPhone, fullName, nameOf } from "~/features/customers/records/contact";
import { bounceOf } from "~/features/notifications/email/bounces.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { ownEntry } from "~/lib/own-entry";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type ContactView, type CustomerView, type Expandable, LANGUAGES, SOURCES } from "./customer";
import { readMoney, readPayments } from "./payments.server";

/** Rows of each section at first. Lists or `all` show the others. */
const LIMIT = 20;
const MAX_LIMIT = 2000;

/** The customer that this one was merged into; null if it was not. */
export async function readKept({ db }: StaffCtx, id: string): Promise<string | null> {
  const [found] = await db
    .select({ kept: customers.merged_into })
    .from(customers)
    .where(eq(customers.id, id));
  return found?.kept ?? null;
}

/** Everything about a customer for the office; all rows of the section `all`. Null if the id is unknown. */
export async function readCustomer(
  ctx: StaffCtx,
  id: string,
  all: Expandable | null = null,
): Promise<CustomerView | null> {
  const [company, [customer]] = await Promise.all([
    readCompany(ctx),
    ctx.db.select().from(customers).where(eq(customers.id, id)),
  ]);
  if (!customer) return null;
  const dayOf = (at: Temporal.Instant) =>
    formatDate(at.toZonedDateTimeISO(company.timezone).toPlainDate().toString());
  const cents = (amount: number, currency: string | null) =>
    formatCents(amount, currency ?? company.default_currency);
  const limit = (kind: Expandable) => (kind === all ? MAX_LIMIT : LIMIT);
  const [account, contacts, homes, visits, subscribed, payments, money, notes, written, reviewed, totals] =
    await Promise.all([
      readAccount(ctx, customer.user_id),
      readContacts(ctx.db, id),
      ctx.db
        .select()
        .from(properties)
        .where(eq(properties.customer_id, id))
        .orderBy(desc(properties.created_at)),
      readVisits(ctx.db, id),
      readPlans(ctx.db, id),
      readPayments(ctx.db, id, LIMIT),
      readMoney(ctx.db, id),
      readNotes(ctx.db, id, limit("notes")),
      readMessages(ctx.db, id, limit("messages")),
      readReviews(ctx.db, id, limit("reviews")),
      readTotals(ctx.db, id),
    ]);
  const photos = await readHomePhotos(
    ctx,
    homes.map((home) => home.id),
  );
  return {
    id,
    number: formatNumber(customer.number),
    kind: customer.kind,
    name: nameOf(customer),
    person: customer.company_name ? fullName(customer) : null,
    ...contacts,
    language: ownEntry(LANGUAGES, customer.language) ?? customer.language,
    tags: customer.tags,
    source: customer.source && (ownEntry(SOURCES, customer.source) ?? customer.source),
    joined: dayOf(customer.created_at),
    account,
    properties: homes.map((home) => ({
      id: home.id,
      name: home.name,
      type: home.property_type,
      address: addressOf(home),
      rooms: roomsOf(home),
      instructions: home.special_instructions,
      pets: home.pets,
      parking: home.parking,
      photos: photos.get(home.id) ?? [],
      is_default: home.is_default,
    })),
    bookings: visits.map((visit) => ({
      id: visit.id,
      number: formatNumber(visit.number),
      service: visit.service,
      when: `${formatDate(visit.date)}, ${formatTime(visit.time)}`,
      town: visit.city,
      status: visit.status,
      amount: visit.plan_id ? "By plan" : cents(visit.amount, visit.currency),
      as_guest: account !== null && visit.user_id === null,
    })),
    plans: subscribed.map(({ number, amount, currency, ...plan }) => ({
      ...plan,
      number: formatNumber(number),
      amount: `${cents(amount, currency)} a month`,
    })),
    totals,
    payments: payments.map(({ at, ...one }) => ({ ...one, on: dayOf(at) })),
    money,
    notes: notes.map(({ created_at, author, ...note }) => ({
      ...note,
      author: author ?? "Former staff member",
      on: dayOf(created_at),
    })),
    messages: written.map(({ created_at, ...message }) => ({ ...message, on: dayOf(created_at) })),
    reviews: reviewed.map(({ date, ...review }) => ({ ...review, on: formatDate(date) })),
  };
}

async function readAccount(ctx: StaffCtx, userId: string | null): Promise<CustomerView["account"]> {
  if (!userId) return null;
  const { db } = ctx;
  const [[user], [signedIn]] = await Promise.all([
    db
      .select({
        id: users.id,
        email: users.email,
        email_verified: users.emailVerified,
        two_factor: users.twoFactorEnabled,
      })
      .from(users)
      .where(eq(users.id, userId)),
    db
      .select({ count: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`))),
  ]);
  return user ? { ...user, sessions: signedIn?.count ?? 0, bounced: await bounceOf(ctx, user.email) } : null;
}

async function readContacts(db: Database, id: string): Promise<Record<"emails" | "phones", ContactView[]>> {
  const { kind, value, label, verified_at, is_primary, created_at } = customer_contacts;
  const found = await db
    .select({ kind, value, label, verified_at })
    .from(customer_contacts)
    .where(eq(customer_contacts.customer_id, id))
    .orderBy(desc(is_primary), created_at, value);
  const of = (wanted: "email" | "phone") =>
    found
      .filter((one) => one.kind === wanted)
      .map((one) => ({
        value: wanted === "phone" ? formatPhone(one.value) : one.value,
        label: one.label,
        verified: one.verified_at !== null,
      }));
  return { emails: of("email"), phones: of("phone") };
}

async function readTotals(db: Database, id: string): Promise<CustomerView["totals"]> {
  const ownOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.customer_id, id));
  const [visits, paid, back, notes, messages, reviewed] = await Promise.all([
    db.$count(bookings, eq(bookings.customer_id, id)),
    db.$count(charges, and(inArray(charges.order_id, ownOrders), eq(charges.status, "completed"))),
    db.$count(refunds, inArray(refunds.order_id, ownOrders)),
    db.$count(staff_notes, eq(staff_notes.customer_id, id)),
    db.$count(contact_messages, eq(contact_messages.customer_id, id)),
    db.$count(reviews, eq(reviews.customer_id, id)),
  ]);
  return { bookings: visits, payments: paid + back, notes, messages, reviews: reviewed };
}

function readVisits(db: Database, id: string) {
  return db
    .select({
      id: bookings.id,
      number: bookings.number,
      user_id: bookings.user_id,
      plan_id: bookings.plan_id,
      service: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      city: bookings.city,
      status: bookings.status,
      amount: sql`coalesce(${orders.amount}, ${bookings.total_amount} + ${bookings.tax_amount})`.mapWith(
        Number,
      ),
      currency: orders.currency,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(eq(bookings.customer_id, id))
    .orderBy(desc(bookings.scheduled_date), desc(bookings.scheduled_time), desc(bookings.id))
    .limit(LIMIT);
}

/** Sold by phone, and not paid yet. */
const isWaiting = and(isNotNull(plans.held_until), eq(plans.status, "pending"));

function readPlans(db: Database, id: string) {
  const { number, status, frequency: rhythm, amount, currency, created_at } = plans;
  return db
    .select({ id: plans.id, number, service: services.title, rhythm, status, amount, currency })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(and(eq(plans.customer_id, id), or(isNotNull(plans.subscription_id), isWaiting)))
    .orderBy(desc(created_at), desc(plans.id))
    .limit(LIMIT);
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
    .where(eq(staff_notes.customer_id, id))
    .orderBy(desc(staff_notes.created_at), desc(staff_notes.id))
    .limit(limit);
}

function readMessages(db: Database, customerId: string, limit: number) {
  const { id, message, status, created_at } = contact_messages;
  return db
    .select({ id, message, status, created_at })
    .from(contact_messages)
    .where(eq(contact_messages.customer_id, customerId))
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
}

function readReviews(db: Database, id: string, limit: number) {
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
    .where(eq(reviews.customer_id, id))
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

type Rooms = Record<"bedrooms" | "bathrooms" | "half_baths" | "square_footage", number | null>;

function roomsOf({ bedrooms, bathrooms, half_baths, square_footage }: Rooms): string | null {
  const parts = [
    bedrooms !== null && `${bedrooms} bed`,
    bathrooms !== null && `${bathrooms} bath`,
    half_baths !== null && half_baths > 0 && `${half_baths} half ${half_baths === 1 ? "bath" : "baths"}`,
    square_footage !== null && `${square_footage.toLocaleString("en-US")} sq ft`,
  ];
  return parts.filter(Boolean).join(" · ") || null;
}
