import { and, asc, count, eq, gte, lt, ne, sum } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { renderMail, senderOf } from "~/features/mail/render.server";
import { sendMailOnce } from "~/features/mail/send.server";
import { companyOf, readSettings } from "~/features/settings/reads.server";
import { addDays, dateInWords, timeInWords } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { Database } from "~/platform/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { DailySummaryMail } from "./emails";

/** From this hour of the company's day on, the day is summed up. */
const HOUR = 18;

/**
 * Sums the day up for the office, once and at its end, if it wants that (`daily_summary`): what was booked and paid, and
 * who goes where tomorrow. Asked every hour; after a pause it comes late rather than not.
 */
export async function mailDailySummary(ctx: JobCtx): Promise<void> {
  const settings = await readSettings(ctx);
  const company = companyOf(settings);
  const here = ctx.now.toZonedDateTimeISO(company.timezone);
  if (!settings["notifications.daily_summary"] || here.hour < HOUR) return;
  const start = here.startOfDay();
  const today = here.toPlainDate().toString();
  const range = { start: start.toInstant(), end: start.add({ days: 1 }).toInstant() };
  const [booked, paid, visits] = await Promise.all([
    countBooked(ctx.db, range),
    sumPaid(ctx.db, range),
    readVisits(ctx.db, addDays(today, 1)),
  ]);
  const received = paid.map(({ currency, amount }) => formatCents(amount, currency)).join(" + ");
  const mail = (
    <DailySummaryMail
      sender={company}
      day={dateInWords(today)}
      facts={[
        { label: "New bookings", value: String(booked) },
        { label: "Payments", value: received || "None" },
      ]}
      visits={visits}
      url={`${ctx.origin}/admin`}
    />
  );
  await sendMailOnce(ctx, {
    occasion: `daily-summary:${today}`,
    from: senderOf(company),
    to: company.contact_email,
    subject: `Your day: ${dateInWords(today)}`,
    ...(await renderMail(mail)),
    attachments: [],
  });
}

type Range = { start: Temporal.Instant; end: Temporal.Instant };

async function countBooked(db: Database, { start, end }: Range): Promise<number> {
  const within = and(gte(bookings.created_at, start), lt(bookings.created_at, end));
  const [row] = await db
    .select({ count: count() })
    .from(bookings)
    .where(and(within, ne(bookings.status, "cancelled")));
  return row?.count ?? 0;
}

function sumPaid(db: Database, { start, end }: Range) {
  return db
    .select({ currency: orders.currency, amount: sum(orders.amount).mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.status, "completed"), gte(orders.completed_at, start), lt(orders.completed_at, end)))
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
    label: timeInWords(time),
    value: [service, crew ?? "no crew yet"].join(", "),
  }));
}
