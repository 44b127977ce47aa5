import { eq } from "drizzle-orm";
import { z } from "zod";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { mails } from "~/db/schema/mail";
import { type BookingView, isStillThere, readBookingRow, viewOf } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import { calendarAttachment } from "./calendar.server";
import type { CrewChange } from "./emails";

/** When a visit was, company time, as the database writes it. */
type Place = { date: string; time: string };

/**
 * Emails a crew the current state of a visit, so late emails are never wrong and several changes become one email. The
 * office gets it for a crew without an address.
 */
export const sendCrewVisit = defineEmail({
  queue: "crew-visit-mail",
  input: z.object({
    booking_id: z.guid(),
    crew_id: z.guid(),
    /** The calendar sequence that the change gave the visit. */
    sequence: z.int(),
    /** Whether the visit was this crew's before. */
    had: z.boolean(),
    before: z.object({ date: z.string(), time: z.string() }),
    /** Told some seconds later, for it may be undone; when it was made, in epoch milliseconds. */
    held_since: z.int().optional(),
  }),
  templates: () => import("./emails"),
  async compose({ company, ...ctx }, { booking_id, crew_id, sequence, ...news }) {
    const [row, [crew]] = await Promise.all([
      readBookingRow(ctx, eq(bookings.id, booking_id)),
      ctx.db.select({ name: crews.name, email: crews.email }).from(crews).where(eq(crews.id, crew_id)),
    ]);
    if (!row || !crew) return;
    const booking = viewOf(row);
    const change = changeFor(
      booking,
      row.booking.crew_id === crew_id,
      news,
      isWhere(row.booking, news.before),
    );
    if (!change) return;
    const occasionOf = (sequence: number) => `crew-visit:${booking_id}:${crew_id}:${sequence}`;
    const knowsBefore = sequence === 1 || (await wasTold(ctx, occasionOf(sequence - 1)));
    const theirs = change === "moved" || change === "changed" || change === "given";
    const entry = theirs ? booking : { ...booking, status: "cancelled" as const };
    const when = `${booking.date_in_words}, ${booking.time}`;
    const before = knowsBefore ? formatPlace(news.before) : null;
    const content = {
      sender: company,
      change,
      crew: crew.name,
      number: booking.number,
      service: [booking.service, booking.extras].filter(Boolean).join(", "),
      when,
      before,
      duration: booking.duration,
      where: booking.address,
      customer_name: booking.customer_name,
    };
    return {
      occasion: occasionOf(booking.calendar_sequence),
      booking_id,
      isWanted: (tx) => isStillThere(tx, booking_id),
      user_id: booking.user_id,
      to: crew.email ?? undefined,
      subject: [`${crew.name}: ${SUBJECT[change]}`, booking.service, theirs ? when : before]
        .filter(Boolean)
        .join(", "),
      template: ({ CrewVisitEmail }) => <CrewVisitEmail {...content} />,
      // The office hears for several crews: an entry that one loses must not go from the calendar of all.
      attachments: crew.email ? [calendarAttachment(entry, company, theirs ? "PUBLISH" : "CANCEL")] : [],
    };
  },
});

/** Whether the crew was told the visit's earlier time. Emails may go out in any order. */
async function wasTold({ db }: Pick<EmailCtx, "db">, occasion: string): Promise<boolean> {
  return (await db.$count(mails, eq(mails.occasion, occasion))) > 0;
}

/** Whether a visit is at the time that it had before: something else about it is new. */
function isWhere(visit: { scheduled_date: string; scheduled_time: string }, { date, time }: Place) {
  return visit.scheduled_date === date && visit.scheduled_time.slice(0, 5) === time.slice(0, 5);
}

function formatPlace({ date, time }: Place): string {
  return `${formatLongDate(date)}, ${formatTime(time)}`;
}

const SUBJECT: Record<CrewChange, string> = {
  moved: "Visit rescheduled",
  changed: "Visit updated",
  given: "New job assigned",
  taken: "Visit reassigned",
  cancelled: "Visit cancelled",
};

/** Null if there is nothing to tell: the visit came and went before the crew was told. */
function changeFor(
  { status }: BookingView,
  isTheirs: boolean,
  { had, held_since }: { had: boolean; held_since?: number },
  stays: boolean,
): CrewChange | null {
  const undone = held_since !== undefined && had && status !== "cancelled" && isTheirs && stays;
  if (undone) return null;
  if (status !== "cancelled" && isTheirs) return had ? (stays ? "changed" : "moved") : "given";
  if (!had) return null;
  return status === "cancelled" ? "cancelled" : "taken";
}
