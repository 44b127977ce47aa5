// Rooms: a crew's calendar shows visits (booking), what their homes say (customers) and the company (operations).
import { and, asc, eq, gte, isNull, ne } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { work_feeds } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { properties } from "~/db/schema/customers";
import { ERASED_STREET } from "~/features/booking/booking";
import { type CalendarEntry, entriesFile } from "~/features/booking/emails/calendar.server";
import { viewOf } from "~/features/booking/queries.server";
import { homeOf } from "~/features/customers/codes/home.server";
import { dismissedOfBooking } from "~/features/customers/codes/notes.server";
import type { Company } from "~/features/operations/settings/queries.server";
import type { Ctx } from "~/platform/context.server";
import { workEntry } from "./work-entry";

const DAYS_BACK = 14;
/** The most visits in a feed; calendar programs read all of it each time. */
const VISITS_SHOWN = 3000;

/**
 * The calendar of a crew, or of all crews (null), with the visits from two weeks back on; null for a crew that is not there or
 * inactive. No hold is promised, and what is cancelled is not there any more.
 */
export async function readWorkCalendar(
  ctx: Pick<Ctx, "db" | "now">,
  company: Company,
  crew_id: string | null,
): Promise<string | null> {
  const name = crew_id === null ? "All crews" : await readActiveName(ctx, crew_id);
  if (name === null) return null;
  return entriesFile(await readEntries(ctx, crew_id), company, { name: `${name}, ${company.company_name}` });
}

async function readActiveName({ db }: Pick<Ctx, "db">, id: string): Promise<string | null> {
  const [crew] = await db
    .select({ name: crews.name })
    .from(crews)
    .where(and(eq(crews.id, id), eq(crews.is_active, true)));
  return crew?.name ?? null;
}

async function readEntries(
  { db, now }: Pick<Ctx, "db" | "now">,
  crewId: string | null,
): Promise<CalendarEntry[]> {
  const rows = await db
    .select({
      booking: bookings,
      service: services.title,
      customer: customerName,
      phone: customerPhone,
      access: properties.special_instructions,
      pets: properties.pets,
      parking: properties.parking,
      dismissed: dismissedOfBooking,
      crew: crews.name,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(properties, eq(properties.id, homeOf(bookings)))
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .where(
      and(
        crewId === null ? undefined : eq(bookings.crew_id, crewId),
        gte(bookings.starts_at, now.subtract({ hours: DAYS_BACK * 24 })),
        ne(bookings.status, "cancelled"),
        isNull(bookings.hold_expires_at),
        ne(bookings.address_line1, ERASED_STREET),
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.id))
    .limit(VISITS_SHOWN);
  return rows.map(({ booking, service, ...row }) => {
    const visit = viewOf({ booking, service, order: null });
    const words = workEntry({ ...visit, ...row, notes: booking.notes, forAll: crewId === null });
    return { ...visit, ...words };
  });
}

/** Whether a crew, or all crews (null), had an address before addresses belonged to people. It no longer works. */
export async function hadOldAddress({ db }: Pick<Ctx, "db">, crew_id: string | null): Promise<boolean> {
  const of = crew_id === null ? isNull(work_feeds.crew_id) : eq(work_feeds.crew_id, crew_id);
  return (await db.$count(work_feeds, of)) > 0;
}
