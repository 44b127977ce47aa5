// Rooms: the phone booking finds customers (customers), services (catalog), slots (scheduling) and the tax
// (operations).
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { customers, properties } from "~/db/schema/customers";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
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
import { firstOf, readContacts, searchFor } from "~/features/customers/office/list.server";
import { nameOf } from "~/features/customers/records/contact";
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
  const [caller, callers, offer] = await Promise.all([
    readCaller(ctx, params.get("customer") ?? ""),
    findCallers(ctx, find),
    readOffer(ctx, params),
  ]);
  return { find, caller, callers, ...offer };
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

/** Finds a few customers by name, phone, email or street; many are read as listed, the newest first. */
export async function findCallers({ db }: AdminCtx, q: string): Promise<Caller[]> {
  if (q.length < 2) return [];
  const { filter, more } = await searchFor(db, q);
  const order = more
    ? [desc(customers.created_at), desc(customers.id)]
    : [asc(sql`${customers.name} = ''`), asc(customers.name), asc(customers.id)];
  const found = await db
    .select()
    .from(customers)
    .where(filter)
    .orderBy(...order)
    .limit(MOST);
  return callersOf(db, found);
}

/** Reads a customer with their homes, the default first, else the one of the last visit; null if there is none. */
async function readCaller(
  { db }: AdminCtx,
  id: string,
): Promise<(Caller & { addresses: CallerAddress[] }) | null> {
  if (!isUuid(id)) return null;
  const found = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.merged_into)));
  const [caller] = await callersOf(db, found);
  if (!caller) return null;
  const homes = await db
    .select()
    .from(properties)
    .where(eq(properties.customer_id, id))
    .orderBy(desc(properties.is_default), desc(properties.updated_at))
    .limit(10);
  const addresses = homes.map((home) => addressOf(home, [home.name, home.address_line1, home.city]));
  return { ...caller, addresses };
}

async function callersOf(db: Database, found: (typeof customers.$inferSelect)[]): Promise<Caller[]> {
  const ids = found.map(({ id }) => id);
  const contacts = await readContacts(db, ids);
  return found.map((customer) => {
    const { email, phone } = firstOf(contacts, customer.id);
    return {
      ...{ id: customer.id, has_account: customer.user_id !== null },
      ...{ name: nameOf(customer) ?? "", email: email ?? "", phone: phone ?? "" },
    };
  });
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
