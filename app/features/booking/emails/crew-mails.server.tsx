import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { mails } from "~/db/schema/mail";
import { type BookingView, isStillThere, readBookingRow, viewOf } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { Mailer } from "~/platform/mail.server";
import { calendarAttachment } from "./calendar.server";
import { type CrewChange, CrewVisitMail } from "./crew-emails";

type MailCtx = Ctx & { mailer: Mailer };

/**
 * A change of a visit, which gave it this calendar sequence. `before`: when it was, company time, as the database writes
 * it. `had`: whether it was this crew's then.
 */
export type CrewNews = {
  booking_id: string;
  crew_id: string;
  sequence: number;
  had: boolean;
  before: { date: string; time: string };
  /** Told some seconds later, for it may be undone; when it was made, in epoch milliseconds. */
  held_since?: number;
};

/**
 * Tells a crew what a visit is to it now, whatever it was when the change was made: news that come late are never wrong,
 * and of several changes that are told late the crew hears once. The office is told for a crew without an address.
 */
export async function mailCrew(ctx: MailCtx, news: CrewNews): Promise<void> {
  const { booking_id, crew_id } = news;
  const [row, [crew], company] = await Promise.all([
    readBookingRow(ctx, eq(bookings.id, booking_id)),
    ctx.db.select({ name: crews.name, email: crews.email }).from(crews).where(eq(crews.id, crew_id)),
    readCompany(ctx),
  ]);
  if (!row || !crew) return;
  const booking = viewOf(row);
  const change = changeFor(booking, row.booking.crew_id === crew_id, news, isWhere(row.booking, news.before));
  if (!change) return;
  const theirs = change === "moved" || change === "changed" || change === "given";
  const entry = theirs ? booking : { ...booking, status: "cancelled" as const };
  const when = `${booking.date_in_words}, ${booking.time}`;
  const before = (await knowsBefore(ctx, news)) ? formatPlace(news.before) : null;
  const content = {
    sender: company,
    change,
    crew: crew.name,
    service: booking.service,
    when,
    before,
    duration: booking.duration,
    where: booking.address,
    customer_name: booking.customer_name,
  };
  await sendMailOnce(ctx, {
    occasion: occasionOf({ booking_id, crew_id, sequence: booking.calendar_sequence }),
    booking_id,
    isWanted: (tx) => isStillThere(tx, booking_id),
    user_id: booking.user_id,
    from: senderOf(company),
    to: crew.email ?? company.contact_email,
    subject: [`${crew.name}: ${SUBJECT[change]}`, booking.service, theirs ? when : before]
      .filter(Boolean)
      .join(", "),
    ...renderMail(<CrewVisitMail {...content} />),
    // The office hears for several crews: an entry that one loses must not go from the calendar of all.
    attachments: crew.email ? [calendarAttachment(entry, company, theirs ? "PUBLISH" : "CANCEL")] : [],
  });
}

function occasionOf({ booking_id, crew_id, sequence }: Omit<CrewNews, "had" | "before">): string {
  return `crew-visit:${booking_id}:${crew_id}:${sequence}`;
}

/** Whether the crew was told where the visit was before this change: late news may come in any order. */
async function knowsBefore({ db }: MailCtx, news: CrewNews): Promise<boolean> {
  if (news.sequence === 1) return true;
  const occasion = occasionOf({ ...news, sequence: news.sequence - 1 });
  const told = await db.select({ id: mails.id }).from(mails).where(eq(mails.occasion, occasion));
  return told.length > 0;
}

/** Whether a visit is at the time that it had before: something else about it is new. */
function isWhere(
  visit: { scheduled_date: string; scheduled_time: string },
  { date, time }: CrewNews["before"],
) {
  return visit.scheduled_date === date && visit.scheduled_time.slice(0, 5) === time.slice(0, 5);
}

function formatPlace({ date, time }: CrewNews["before"]): string {
  return `${formatLongDate(date)}, ${formatTime(time)}`;
}

const SUBJECT: Record<CrewChange, string> = {
  moved: "Visit rescheduled",
  changed: "Visit updated",
  given: "New job assigned",
  taken: "Visit reassigned",
  cancelled: "Visit cancelled",
};

/** Null when there is nothing to tell: a visit that came and went before the crew heard of it. */
function changeFor(
  { status }: BookingView,
  isTheirs: boolean,
  { had, held_since }: Pick<CrewNews, "had" | "held_since">,
  stays: boolean,
): CrewChange | null {
  const undone = held_since !== undefined && had && status !== "cancelled" && isTheirs && stays;
  if (undone) return null;
  if (status !== "cancelled" && isTheirs) return had ? (stays ? "changed" : "moved") : "given";
  if (!had) return null;
  return status === "cancelled" ? "cancelled" : "taken";
}
