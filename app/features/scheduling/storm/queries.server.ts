import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { closures, holidays } from "~/db/schema/crews";
import { mails } from "~/db/schema/mail";
import { storm_days, storm_offers } from "~/db/schema/office";
import { subselect } from "~/db/subselect";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatMoment, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { countAffected } from "./plan.server";
import type { OfferRow, StormDay, StormDayRow } from "./storm-day";

const SHOWN = 100;

/** The storm days, the latest first. */
export function readStormDays(ctx: StaffCtx): Promise<StormDayRow[]> {
  return readDays(ctx, undefined);
}

function readDays({ db }: StaffCtx, which: SQL | undefined): Promise<StormDayRow[]> {
  const ofDay = eq(storm_offers.storm_day_id, storm_days.id);
  return db
    .select({
      id: storm_days.id,
      date: storm_days.date,
      kind: storm_days.kind,
      towns: storm_days.towns,
      closed:
        subselect(sql<boolean>`${storm_days.opened_at} is null and (${storm_days.towns} <> '{}' or exists (
        select from ${closures} where ${closures.date} = ${storm_days.date} and ${closures.time} is null)
        or exists (select from ${holidays} where ${holidays.date} = ${storm_days.date}))`),
      asked: db.$count(storm_offers, ofDay),
      open: db.$count(storm_offers, and(ofDay, eq(storm_offers.status, "open"))),
    })
    .from(storm_days)
    .where(which)
    .orderBy(desc(storm_days.date))
    .limit(SHOWN);
}

/** Reads a storm day with its offers; null if there is none. */
export async function readStormDay(ctx: StaffCtx, id: string): Promise<StormDay | null> {
  if (!isUuid(id)) return null;
  const [day] = await readDays(ctx, eq(storm_days.id, id));
  if (!day) return null;
  const zone = (await readSettings(ctx))["general.timezone"];
  const [offers, unasked] = await Promise.all([
    readOffers(ctx, day, zone),
    day.closed ? countAffected(ctx, day) : 0,
  ]);
  return { ...day, today: companyToday(ctx.now, zone), offers, unasked };
}

async function readOffers({ db }: StaffCtx, day: StormDayRow, zone: string): Promise<OfferRow[]> {
  const rows = await db
    .select({
      visit: bookings.id,
      number: bookings.number,
      customer: bookings.customer_name,
      phone: bookings.customer_phone,
      email: bookings.customer_email,
      service: services.title,
      town: bookings.city,
      booking_status: bookings.status,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      proposed_date: storm_offers.proposed_date,
      proposed_time: storm_offers.proposed_time,
      status: storm_offers.status,
      answered_at: storm_offers.answered_at,
      mail: sql<OfferRow["mail"] | null>`(
        select ${mails.status} from ${mails}
        where ${mails.booking_id} = ${bookings.id} and ${mails.occasion} like 'storm-offer:' || ${storm_offers.id} || ':%'
        order by ${mails.created_at} desc limit 1)`,
    })
    .from(storm_offers)
    .innerJoin(bookings, eq(bookings.id, storm_offers.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(eq(storm_offers.storm_day_id, day.id))
    .orderBy(sql`${storm_offers.status} <> 'open'`, asc(bookings.customer_name), asc(bookings.id));
  return rows.map(
    ({ number, booking_status, date, time, proposed_date, proposed_time, answered_at, ...row }) => ({
      ...row,
      number: formatNumber(number),
      now: booking_status === "cancelled" ? null : { date, time: formatTime(time) },
      proposed:
        proposed_date && proposed_time ? { date: proposed_date, time: formatTime(proposed_time) } : null,
      answered: answered_at && formatMoment(answered_at, zone),
      mail: row.email ? (row.mail ?? "queued") : "none",
    }),
  );
}
