import { and, asc, eq, gte, isNull, ne } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { work_feeds } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { properties } from "~/db/schema/customers";
import { type CalendarEntry, entriesFile } from "~/features/booking/emails/calendar.server";
import { ERASED_STREET } from "~/features/booking/erased";
import { tokenOf } from "~/features/booking/manage/feed.server";
import { viewOf } from "~/features/booking/reads.server";
import type { Company } from "~/features/operations/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import { workEntry } from "./work-entry";

const DAYS_BACK = 14;
/** Months of several crews: calendar programs read all of it again each time. */
const VISITS_SHOWN = 3000;

/**
 * The calendar behind "TOKEN.ics": the visits of a crew, or of all, from two weeks back on; null for a token that is
 * unknown, or of a crew that is out of work. No hold is promised, and what is cancelled is not there any more.
 */
export async function readWorkCalendar(
  ctx: Pick<Ctx, "db" | "now">,
  company: Company,
  file: string,
): Promise<string | null> {
  const feed = await readFeed(ctx, file);
  if (!feed) return null;
  const entries = await readEntries(ctx, feed.crew_id);
  return entriesFile(entries, company, { name: `${feed.crew ?? "All crews"}, ${company.company_name}` });
}

async function readFeed({ db }: Pick<Ctx, "db">, file: string) {
  const token = tokenOf(file);
  if (!token) return null;
  const [feed] = await db
    .select({ crew_id: work_feeds.crew_id, crew: crews.name, is_active: crews.is_active })
    .from(work_feeds)
    .leftJoin(crews, eq(crews.id, work_feeds.crew_id))
    .where(eq(work_feeds.token, token));
  return feed && feed.is_active !== false ? feed : null;
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
      crew: crews.name,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(properties, eq(properties.id, bookings.property_id))
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
