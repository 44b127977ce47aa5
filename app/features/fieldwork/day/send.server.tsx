// Rooms: an email (notifications) to the customer of a visit (booking) says when the crew arrives, by its drive (scheduling).
import { and, desc, eq, lt, ne } from "drizzle-orm";
import { z } from "zod";
import { bookings } from "~/db/schema/bookings";
import { visit_events } from "~/db/schema/fieldwork";
import { readForEmail, toCustomer } from "~/features/booking/emails/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { driveMinutes } from "~/features/scheduling/roads/rules";
import { formatTime } from "~/lib/dates";
import { arrivalOf } from "./event";

/** What is older than this has arrived meanwhile. */
const STALE_MINUTES = 30;

/** 'Your crew is on the way', once a visit; nothing when it comes late, was taken back, or the visit was cancelled or moved. */
export const sendOnTheWay = defineEmail({
  queue: "crew-on-the-way-mail",
  input: z.object({ event_id: z.guid() }),
  templates: () => import("./emails"),
  async compose(ctx, { event_id }) {
    if (!ctx.settings["crews.on_the_way_emails"]) return;
    const [event] = await ctx.db
      .select({ happened_at: visit_events.happened_at, booking: bookings })
      .from(visit_events)
      .innerJoin(bookings, eq(bookings.id, visit_events.booking_id))
      .where(eq(visit_events.id, event_id));
    if (event?.booking.status !== "confirmed") return;
    if ((await ctx.db.$count(visit_events, eq(visit_events.undoes, event_id))) > 0) return;
    const { booking, happened_at } = event;
    if (Temporal.Instant.compare(happened_at.add({ minutes: STALE_MINUTES }), ctx.now) < 0) return;
    const found = await readForEmail(ctx, booking.id);
    if (!found) return;
    const drive = await readDrive(ctx, booking);
    const arrives = arrivalOf({ happened_at, drive });
    const clock = arrives?.toZonedDateTimeISO(ctx.company.timezone).toPlainTime().toString();
    return {
      ...toCustomer(
        found,
        async (tx) =>
          (await tx.$count(bookings, and(eq(bookings.id, booking.id), eq(bookings.status, "confirmed")))) > 0,
      ),
      occasion: `on-the-way:${booking.id}:${booking.scheduled_date}`,
      subject: `Your crew is on the way: ${found.booking.service}`,
      template: ({ OnTheWayEmail }) => (
        <OnTheWayEmail {...found.content} arrives={clock ? formatTime(clock) : null} />
      ),
    };
  },
});

/** Minutes from the crew's visit before on that day; null when there is none or nobody counts the driving. */
async function readDrive(ctx: EmailCtx, booking: typeof bookings.$inferSelect): Promise<number | null> {
  const roads = roadsOf(ctx.settings);
  if (!roads || !booking.crew_id) return null;
  const [before] = await ctx.db
    .select({ zip: bookings.zip_code })
    .from(bookings)
    .where(
      and(
        eq(bookings.crew_id, booking.crew_id),
        eq(bookings.scheduled_date, booking.scheduled_date),
        lt(bookings.starts_at, booking.starts_at),
        ne(bookings.status, "cancelled"),
      ),
    )
    .orderBy(desc(bookings.starts_at))
    .limit(1);
  return before ? driveMinutes(roads, before.zip, booking.zip_code) : null;
}
