import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "../../app/db/schema/accounts";
import { bookings } from "../../app/db/schema/bookings";
import { services } from "../../app/db/schema/catalog";
import { crews } from "../../app/db/schema/crews";
import { profiles, properties } from "../../app/db/schema/customers";
import { charges, order_lines, orders } from "../../app/db/schema/payments";
import { test_checkout_sessions } from "../../app/db/schema/test-checkout";
import { priceBooking, visitMinutes } from "../../app/features/catalog/pricing";
import { hoursApply, roomsApply, type Service } from "../../app/features/catalog/service";
import { feePolicyOf } from "../../app/features/operations/settings/fee-policy";
import { parseSettings } from "../../app/features/operations/settings/settings";
import { blockedRange, SLOT_TIMES, slotRange } from "../../app/features/scheduling/availability/slots";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { chargesOf, linesOf, orderOf, sessionOf } from "./demo-orders";
import { choicesOf, HOME_CLEANING, seedHomeCleaning } from "./home-cleaning";
import { seedOnce } from "./once";
import { demoEmail, people } from "./people";

const ZONE = "America/New_York";
const BUFFER_MINUTES = 30;
const WEEKS_BACK = 6;
const WEEKS_AHEAD = 3;

/**
 * Which visits a crew makes on a day of its week: slot of the day, hours. Nothing overlaps, and the gaps can be booked.
 * The crews' weeks begin a day apart, so that somebody works every day and each crew has a day off.
 */
const PATTERN: Record<number, { slot: number; hours: number }[]> = {
  1: [
    { slot: 0, hours: 3 },
    { slot: 2, hours: 2 },
  ],
  2: [{ slot: 1, hours: 4 }],
  3: [
    { slot: 0, hours: 3 },
    { slot: 3, hours: 3 },
  ],
  4: [{ slot: 2, hours: 3 }],
  5: [{ slot: 0, hours: 6 }],
  6: [{ slot: 1, hours: 2 }],
};

/** The services of the visits, in turn. */
const SOLD = ["regular-cleaning", "deep-cleaning", HOME_CLEANING, "office-cleaning", "move-in-out-cleaning"];

/** The demo company: customers, and the visits and orders of the last and the next weeks, counted from `now`. */
export function seedDemo(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "demo", async (tx) => {
    const homeCleaning = await seedHomeCleaning(tx, now, ZONE);
    const catalogue = new Map<string, Service>(
      (await tx.select().from(services)).map((service) => [service.id, { ...service, prices: null }]),
    ).set(HOME_CLEANING, homeCleaning);
    const crewIds = (await tx.select({ id: crews.id }).from(crews).orderBy(crews.sort_order)).map(
      ({ id }) => id,
    );
    const customers = await insertCustomers(tx, now);
    const visits = plannedVisits(crewIds, now).map((visit, index) => {
      const customer = customers[index % customers.length];
      const service = catalogue.get(SOLD[index % SOLD.length] ?? "");
      return customer && service ? bookingOf(visit, customer, service, index, now) : null;
    });
    const made = visits.filter((visit) => visit !== null);
    const stored = await tx.insert(bookings).values(made).returning();
    const paid = stored.map((booking) => ({ booking, session: sessionOf(booking) }));
    await tx.insert(test_checkout_sessions).values(paid.flatMap(({ session }) => session ?? []));
    const ordered = paid.map(({ booking, session }) => orderOf(booking, session?.id ?? null));
    await tx.insert(orders).values(ordered);
    const lines = stored.flatMap((booking, index) => linesOf(ordered[index]?.id ?? "", booking));
    await tx.insert(order_lines).values(lines);
    await tx.insert(charges).values(ordered.flatMap(chargesOf));
  });
}

type Customer = Awaited<ReturnType<typeof insertCustomers>>[number];
type Status = (typeof bookings.$inferSelect)["status"];
type Visit = { date: string; crew_id: string; slot: number; hours: number };

async function insertCustomers(tx: Database, now: Temporal.Instant) {
  const since = (weeks: number) => now.subtract({ hours: weeks * 7 * 24 });
  const stored = people.map(({ first, last }, index) => ({
    id: randomUUID(),
    first_name: first,
    last_name: last,
    phone: `(603) 555-01${String(10 + index)}`,
    created_at: since(WEEKS_BACK + index),
  }));
  await tx.insert(users).values(
    stored.map(({ id, first_name, last_name }) => ({
      id,
      name: `${first_name} ${last_name}`,
      email: demoEmail({ first: first_name, last: last_name }),
      emailVerified: true,
    })),
  );
  for (const { id, ...profile } of stored) {
    await tx.update(profiles).set(profile).where(eq(profiles.id, id));
  }
  const homes = await tx
    .insert(properties)
    .values(
      stored.map((profile, index) => ({
        user_id: profile.id,
        name: "Home",
        is_default: true,
        property_type: "residential" as const,
        address_line1: people[index]?.street ?? "",
        city: people[index]?.city ?? "",
        state: "NH",
        zip_code: people[index]?.zip ?? "",
        bedrooms: 2 + (index % 3),
        bathrooms: 1 + (index % 2),
        pets: index % 3 === 0 ? "A shy cat, which stays upstairs." : null,
        parking: index % 2 === 0 ? "In the driveway, on the left." : null,
      })),
    )
    .returning();
  return stored.flatMap((profile, index) => {
    const home = homes[index];
    return home ? [{ profile, home }] : [];
  });
}

function plannedVisits(crewIds: string[], now: Temporal.Instant): Visit[] {
  const today = companyToday(now, ZONE);
  const days = Array.from({ length: (WEEKS_BACK + WEEKS_AHEAD) * 7 }, (_, day) =>
    addDays(today, day - WEEKS_BACK * 7),
  );
  return days.flatMap((date) =>
    crewIds.flatMap((crew_id, crew) => {
      const weekday = Temporal.PlainDate.from(date).add({ days: crew }).dayOfWeek;
      return (PATTERN[weekday] ?? []).map((visit) => ({ date, crew_id, ...visit }));
    }),
  );
}

function bookingOf(
  visit: Visit,
  { profile, home }: Customer,
  service: Service,
  index: number,
  now: Temporal.Instant,
) {
  const slot = SLOT_TIMES[visit.slot] ?? SLOT_TIMES[0];
  const hours = hoursApply(service) ? visit.hours : null;
  const choices = { hours, ...(service.prices && choicesOf(home)) };
  const minutes = visitMinutes(service, choices);
  const range = slotRange(visit.date, slot, minutes, ZONE);
  const price = priceBooking(service, choices, { collect: false, rate: 0 });
  const status = statusOf(index, Temporal.Instant.compare(range.end, now) < 0);
  const created_at = madeAt(range.start, now, index);
  const local = range.start.toZonedDateTimeISO(ZONE);
  return {
    user_id: profile.id,
    service_id: service.id,
    property_id: home.id,
    crew_id: visit.crew_id,
    scheduled_date: visit.date,
    scheduled_time: local.toPlainTime().toString(),
    duration_hours: minutes / 60,
    starts_at: range.start,
    ends_at: range.end,
    blocked: blockedRange(range, BUFFER_MINUTES),
    status,
    cancelled_at: status === "cancelled" ? created_at.add({ minutes: 45 }) : null,
    total_amount: price.total_amount,
    price_lines: price.lines,
    policy: feePolicyOf(parseSettings([])),
    bedrooms: roomsApply(service) ? home.bedrooms : null,
    bathrooms: roomsApply(service) ? home.bathrooms : null,
    ...(service.prices && choicesOf(home)),
    address_line1: home.address_line1,
    city: home.city,
    state: home.state,
    zip_code: home.zip_code,
    customer_name: `${profile.first_name} ${profile.last_name}`,
    customer_email: demoEmail({ first: profile.first_name, last: profile.last_name }),
    customer_phone: profile.phone,
    created_at,
  };
}

/** Most visits take place; a few were called off, and a few to come were booked by telephone and are not paid yet. */
function statusOf(index: number, over: boolean): Status {
  if (index % 11 === 7) return "cancelled";
  if (over) return "completed";
  return index % 9 === 4 ? "pending" : "confirmed";
}

/** Booked some days ahead of the visit, and never in the future. */
function madeAt(start: Temporal.Instant, now: Temporal.Instant, index: number): Temporal.Instant {
  const ahead = start.subtract({ hours: (3 + (index % 9)) * 24 + (index % 7) });
  return Temporal.Instant.compare(ahead, now) < 0 ? ahead : now.subtract({ hours: 1 + (index % 40) });
}
