// Rooms: the phone booking finds customers (customers), services (catalog), slots (scheduling) and the tax
// (operations).
import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import { PAGE_SIZE } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { profiles, properties } from "~/db/schema/customers";
import { ERASED_STREET } from "~/features/booking/booking";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
import { searchContacts } from "~/features/booking/office/list/contacts.server";
import { searchBookings } from "~/features/booking/office/list/search.server";
import { priceBooking } from "~/features/catalog/pricing";
import { readServices } from "~/features/catalog/queries.server";
import {
  hoursApply,
  isMonthly,
  needsEstimate,
  roomsApply,
  type Service,
  visitMinutes,
} from "~/features/catalog/service";
import { searchFor } from "~/features/customers/office/list.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { companyHours, lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import { companyToday, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Caller, CallerAddress, PhoneOffer } from "./booking";

/** What the form for a booking by telephone offers, as its address asks for it. */
export async function readPhonePage(ctx: AdminCtx, params: URLSearchParams) {
  const find = cleanLine(params.get("find") ?? "").slice(0, 100);
  const [account, guest, callers, offer] = await Promise.all([
    readCaller(ctx, params.get("customer") ?? ""),
    readGuest(ctx, params.get("again") ?? ""),
    findCallers(ctx, find),
    readOffer(ctx, params),
  ]);
  return { find, caller: account ?? guest, callers, ...offer };
}

async function readOffer(ctx: AdminCtx, params: URLSearchParams): Promise<PhoneOffer> {
  const [settings, offered, team] = await Promise.all([
    readSettings(ctx),
    readServices(ctx),
    ctx.db
      .select({ id: crews.id, name: crews.name })
      .from(crews)
      .where(eq(crews.is_active, true))
      .orderBy(asc(crews.sort_order), asc(crews.name)),
  ]);
  const services = offered.filter((service) => !needsEstimate(service) && !isMonthly(service));
  const chosen = services.find(({ id }) => id === params.get("service")) ?? services[0];
  const hours = HOUR_OPTIONS.find((option) => String(option) === params.get("hours")) ?? DEFAULTS.hours;
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const asked = params.get("date") ?? "";
  const date = isCalendarDate(asked) ? asked : today;
  const currency = settings["payments.default_currency"];
  const tax = { collect: settings["payments.collect_tax"], rate: settings["payments.tax_rate"] };
  return {
    services: services.map((service) => ({
      id: service.id,
      title: service.title,
      hours: hoursApply(service),
      rooms: roomsApply(service),
    })),
    crews: team,
    service: chosen?.id ?? "",
    hours,
    date,
    today,
    last: lastBookableDate(today, companyHours(settings)),
    slots: chosen ? await slotsFor(ctx, chosen, hours, date) : [],
    price: chosen ? formatCents(priceFor(chosen, hours).charge, currency) : null,
  };

  function priceFor(service: Service, of: number) {
    return priceBooking(service, hoursApply(service) ? of : null, tax, currency);
  }
}

function slotsFor(ctx: AdminCtx, service: Service, hours: number, date: string) {
  const minutes = visitMinutes(service, hoursApply(service) ? hours : null);
  return readSlotsOfDay(ctx, { date, minutes, service_id: service.id });
}

const MOST = 6;

/** Finds a few customers by name, phone or email, those with an account first. */
export async function findCallers({ db }: AdminCtx, q: string): Promise<Caller[]> {
  if (q.length < 2) return [];
  const [accounts, guests] = await Promise.all([findAccounts(db, q), findGuests(db, q)]);
  return [...accounts, ...guests].slice(0, MOST);
}

async function findAccounts(db: Database, q: string): Promise<Caller[]> {
  const { filter, more } = await searchFor(db, q);
  const byName = [asc(profiles.first_name), asc(profiles.last_name), asc(profiles.id)];
  const found = await db
    .select(columns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(filter)
    .orderBy(...(more ? [desc(profiles.created_at), desc(profiles.id)] : byName)) // many are not sorted, but read as listed
    .limit(MOST);
  return found.map(callerOf);
}

/** Whoever booked without an account, as their newest booking has them. What finds many bookings finds no one in particular. */
async function findGuests(db: Database, q: string): Promise<Caller[]> {
  const search = await Promise.all([searchBookings(db, q), searchContacts(db, q)]);
  const parts = search.flat().filter(({ finds }) => finds === "few");
  const found = await Promise.all(
    parts.map(({ where }) =>
      db
        .select(guestColumns)
        .from(bookings)
        .where(and(where, isGuest))
        .orderBy(desc(bookings.starts_at), desc(bookings.id))
        .limit(PAGE_SIZE),
    ),
  );
  const newest = found.flat().sort((one, other) => Temporal.Instant.compare(other.starts_at, one.starts_at));
  const known = new Map<string, Caller>();
  for (const guest of newest.map(guestOf)) {
    const who = [guest.name, guest.phone.replace(/\D/g, ""), guest.email].join("\n").toLowerCase();
    if (!known.has(who)) known.set(who, guest);
  }
  return [...known.values()];
}

/** Reads a customer with saved addresses, the default first; null if there is none. */
async function readCaller(
  { db }: AdminCtx,
  id: string,
): Promise<(Caller & { addresses: CallerAddress[] }) | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select(columns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id));
  if (!found) return null;
  const addresses = await db
    .select()
    .from(properties)
    .where(eq(properties.user_id, id))
    .orderBy(desc(properties.is_default), asc(properties.created_at))
    .limit(10);
  return {
    ...callerOf(found),
    addresses: addresses.map((home) => addressOf(home, [home.name, home.address_line1, home.city])),
  };
}

/** Who booked this without an account, with its address; null when nobody did. */
async function readGuest(
  { db }: AdminCtx,
  bookingId: string,
): Promise<(Caller & { addresses: CallerAddress[] }) | null> {
  if (!isUuid(bookingId)) return null;
  const [found] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), isGuest));
  if (!found) return null;
  return { ...guestOf(found), addresses: [addressOf(found, [found.address_line1, found.city])] };
}

const isGuest = and(isNull(bookings.user_id), ne(bookings.address_line1, ERASED_STREET));

const columns = {
  id: profiles.id,
  first_name: profiles.first_name,
  last_name: profiles.last_name,
  phone: profiles.phone,
  email: users.email,
};

const { id, starts_at, customer_name, customer_phone, customer_email } = bookings;
const guestColumns = { id, starts_at, customer_name, customer_phone, customer_email };

type Account = { id: string; email: string } & Record<"first_name" | "last_name" | "phone", string | null>;

function callerOf({ id, first_name, last_name, phone, email }: Account): Caller {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return { id, has_account: true, email, phone: phone ?? "", name };
}

type Guest = { id: string } & Record<"customer_name" | "customer_phone" | "customer_email", string | null>;

function guestOf({ id, customer_name, customer_phone, customer_email }: Guest): Caller {
  return {
    id,
    has_account: false,
    name: customer_name ?? "",
    email: customer_email ?? "",
    phone: customer_phone ?? "",
  };
}

type Home = Pick<
  typeof bookings.$inferSelect,
  "id" | "address_line1" | "address_line2" | "city" | "state" | "zip_code" | "bedrooms" | "bathrooms"
>;

function addressOf(home: Home, label: (string | null)[]): CallerAddress {
  return {
    id: home.id,
    label: label.filter(Boolean).join(", "),
    street: home.address_line1,
    apartment: home.address_line2 ?? "",
    city: home.city,
    state: home.state,
    zip: home.zip_code,
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
  };
}
