import { and, eq, gt, isNotNull, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { mail_choices } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { import_runs, import_visits } from "~/db/schema/imports";
import { mails } from "~/db/schema/mail";
import { storm_offers } from "~/db/schema/office";
import type { Database } from "~/platform/database/database.server";
import { isReminderDue, REMIND_HOURS } from "./rules";

/** Last time the customer learned the time of the visit, from the audit trail. */
const informedAt = sql<string>`coalesce((
  select max(t.at) from audit_log t
  where t.entity = 'booking' and t.entity_id = ${bookings.id}::text
    and t.action in ('booking.booked', 'booking.confirmed', 'booking.moved', 'booking.status_changed')
), ${bookings.created_at})`;

/** Visits that an import laid whose emails are not switched on yet (decision 083). */
function held(db: Database) {
  return db
    .select({ id: import_visits.id })
    .from(import_visits)
    .innerJoin(import_runs, eq(import_runs.id, import_visits.run_id))
    .where(and(eq(import_visits.booking_id, bookings.id), isNull(import_runs.mails_open_at)));
}

/** Confirmed visits that staff need not decide about, that have no open storm offer, and whose customer is told. */
function certain(db: Database) {
  const stormy = db
    .select({ id: storm_offers.id })
    .from(storm_offers)
    .where(and(eq(storm_offers.booking_id, bookings.id), eq(storm_offers.status, "open")));
  return and(
    eq(bookings.status, "confirmed"),
    isNull(bookings.needs_attention),
    notExists(stormy),
    notExists(held(db)),
  );
}

type Due = { id: string; starts_at: Temporal.Instant };

/** Visits whose reminder is due and not queued. */
export function readDue(db: Database, now: Temporal.Instant): Promise<Due[]> {
  const queued = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      eq(
        mails.occasion,
        sql`'reminder:' || ${bookings.id} || ':' || extract(epoch from ${bookings.starts_at})::bigint`,
      ),
    );
  const soon = and(
    gt(bookings.starts_at, now),
    lte(bookings.starts_at, now.add({ hours: REMIND_HOURS })),
    notExists(queued),
  );
  return read(db, now, soon);
}

/** Whether a reminder of this visit at this time is still correct. If so, locks the visit until the transaction ends. */
export async function isReminderWanted(
  tx: Database,
  now: Temporal.Instant,
  { id, starts_at }: Due,
): Promise<boolean> {
  const where = and(eq(bookings.id, id), eq(bookings.starts_at, starts_at));
  await tx.select({ id: bookings.id }).from(bookings).where(where).for("share");
  return (await read(tx, now, where)).length > 0;
}

async function read(db: Database, now: Temporal.Instant, where: SQL | undefined): Promise<Due[]> {
  const found = await db
    .select({ id: bookings.id, starts_at: bookings.starts_at, informed_at: informedAt })
    .from(bookings)
    .leftJoin(mail_choices, eq(mail_choices.user_id, bookings.user_id))
    .where(
      and(
        where,
        certain(db),
        isNotNull(bookings.customer_email),
        or(isNull(mail_choices.user_id), mail_choices.reminders),
      ),
    );
  return found.filter(({ starts_at, informed_at }) =>
    isReminderDue({ starts_at, informed_at: Temporal.Instant.from(informed_at) }, now),
  );
}
