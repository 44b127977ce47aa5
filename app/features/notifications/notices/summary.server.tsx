import { and, asc, countDistinct, eq, gte, inArray, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import { z } from "zod";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { mails } from "~/db/schema/mail";
import { orders, refunds } from "~/db/schema/payments";
import { admin_settings } from "~/db/schema/settings";
import { visitsToComplete } from "~/features/booking/office/queries.server";
import { defineEmail } from "~/features/notifications/email/define.server";
import { addDays, formatLongDate, formatTime } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import { TEST_PROVIDER } from "~/lib/test-payment";
import type { Database } from "~/platform/database/database.server";

/**
 * Sends the daily summary to the office if `daily_summary` is on: bookings, payments and refunds since the last one, and
 * the next day's visits. Runs every hour and sends once per day; after downtime it is sent late.
 */
export const sendDailySummary = defineEmail({
  queue: "daily-summary-mail",
  cron: "5 * * * *",
  input: z.object({}),
  templates: () => import("./emails"),
  async compose({ db, now, origin, settings, company }) {
    if (!settings["notifications.daily_summary"]) return;
    const { day, late, ...range } = summaryDay(now, company.timezone);
    const occasion = `daily-summary:${day}`;
    if (await isSettled(db, occasion)) return;
    if (late && !(await wasWantedAt(db, range.end))) return;
    const [booked, paid, tested, back, visits, open] = await Promise.all([
      countBooked(db, range),
      sumPaid(db, range),
      sumPaid(db, range, eq(orders.provider, TEST_PROVIDER)),
      sumPaidBack(db, range),
      readVisits(db, addDays(day, 1)),
      db.$count(bookings, visitsToComplete(now, addDays(day, 1))),
    ]);
    const content = {
      sender: company,
      day: formatLongDate(day),
      facts: [
        { label: "New bookings", value: String(booked) },
        { label: "Payments", value: formatSums(paid) },
        ...(tested.length > 0 ? [{ label: "Of these, test payments", value: formatSums(tested) }] : []),
        { label: "Refunds", value: formatSums(back) },
        ...(open > 0 ? [{ label: "Visits to complete", value: String(open) }] : []),
      ],
      next: late ? ("today" as const) : ("tomorrow" as const),
      visits,
      url: `${origin}/admin`,
    };
    return {
      occasion,
      subject: `Daily summary: ${content.day}`,
      template: ({ DailySummaryEmail }) => <DailySummaryEmail {...content} />,
    };
  },
});

type Range = { start: Temporal.Instant; end: Temporal.Instant };

function formatSums(sums: { currency: string; amount: Cents }[]): string {
  return sums.map(({ currency, amount }) => formatCents(amount, currency)).join(" + ") || "None";
}

/** Whether the email was sent. A failed one is retried. */
async function isSettled(db: Database, occasion: string): Promise<boolean> {
  const out = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.occasion, occasion), inArray(mails.status, ["sent", "kept"])));
  return out.length > 0;
}

/** Whether the setting was on at that time. Turning it on in the morning sends no summary of the day before. */
async function wasWantedAt(db: Database, moment: Temporal.Instant): Promise<boolean> {
  const set = await db
    .select({ id: admin_settings.id })
    .from(admin_settings)
    .where(
      and(
        eq(admin_settings.category, "notifications"),
        eq(admin_settings.key, "daily_summary"),
        lt(admin_settings.updated_at, moment),
      ),
    );
  return set.length > 0;
}

/** Counts bookings that were paid for or taken by phone. Holds don't count until they are confirmed. */
async function countBooked(db: Database, { start, end }: Range): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(bookings.id) })
    .from(audit_log)
    .innerJoin(bookings, eq(bookings.id, sql`${audit_log.entity_id}::uuid`))
    .where(
      and(
        eq(audit_log.entity, "booking"),
        inArray(audit_log.action, ["booking.booked", "booking.confirmed"]),
        gte(audit_log.at, start),
        lt(audit_log.at, end),
        ne(bookings.status, "cancelled"),
      ),
    );
  return row?.count ?? 0;
}

function sumPaid(db: Database, { start, end }: Range, only?: SQL) {
  return db
    .select({ currency: orders.currency, amount: sum(orders.charged).mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.status, "completed"),
        gte(orders.completed_at, start),
        lt(orders.completed_at, end),
        only,
      ),
    )
    .groupBy(orders.currency);
}

function sumPaidBack(db: Database, { start, end }: Range) {
  const within = and(gte(refunds.completed_at, start), lt(refunds.completed_at, end));
  return db
    .select({ currency: orders.currency, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(and(eq(refunds.status, "completed"), within))
    .groupBy(orders.currency);
}

async function readVisits(db: Database, date: string) {
  const found = await db
    .select({ time: bookings.scheduled_time, service: services.title, crew: crews.name })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .where(and(eq(bookings.scheduled_date, date), eq(bookings.status, "confirmed")))
    .orderBy(asc(bookings.scheduled_time), asc(crews.name));
  return found.map(({ time, service, crew }) => ({
    label: formatTime(time),
    value: [service, crew ?? "no crew assigned"].join(", "),
  }));
}

/** Hour at which a summary day ends, company time. */
const HOUR = 18;

type SummaryDay = {
  day: string;
  /** Half-open interval. */
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** Whether the summary is sent after its evening. */
  late: boolean;
};

/**
 * The last complete summary day: from 6 PM of the day before to 6 PM, company time. An hour longer or shorter when clocks
 * change.
 */
export function summaryDay(now: Temporal.Instant, timeZone: string): SummaryDay {
  const here = now.toZonedDateTimeISO(timeZone);
  const late = here.hour < HOUR;
  const day = here.toPlainDate().subtract({ days: late ? 1 : 0 });
  const endOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(HOUR) }).toInstant();
  return { day: day.toString(), start: endOf(day.subtract({ days: 1 })), end: endOf(day), late };
}
