import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import type { Range } from "~/features/scheduling/availability/slots";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { BookingStatus } from "./booking";
import { settleOffer } from "./storm-offer.server";

/** Where a visit is to be; `time` as "08:00:00". */
type Place = { date: string; time: string; range: Range; blocked: Range; crew_id: string };

type Placed = {
  id: string;
  status: BookingStatus;
  crew_id: string | null;
  scheduled_date: string;
  scheduled_time: string;
  calendar_sequence: number;
};

type Changes = { late_fee_applies?: boolean; status?: "confirmed"; needs_attention?: null };

/** Puts a locked visit into its new place. The customer hears of a new time, and each crew that it concerns is told. */
export async function placeVisit(
  tx: Database,
  ctx: Ctx,
  visit: Placed,
  { date, time, range, blocked, crew_id }: Place,
  changes: Changes = {},
) {
  const calendar_sequence = visit.calendar_sequence + 1;
  await tx
    .update(bookings)
    .set({
      ...changes,
      crew_id,
      scheduled_date: date,
      scheduled_time: time,
      starts_at: range.start,
      ends_at: range.end,
      blocked,
      calendar_sequence,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, visit.id));
  const before = { date: visit.scheduled_date, time: visit.scheduled_time };
  if (before.date !== date || before.time !== time) await settleOffer(tx, ctx, visit.id, "settled");
  const told = { booking_id: visit.id, sequence: calendar_sequence };
  const isNews = changes.status === "confirmed" && visit.status !== "confirmed";
  if (isNews) {
    await ctx.jobs.enqueue(tx, "booking-confirmed-mail", { booking_id: visit.id });
    await publishBookingEvent(tx, ctx, "booking.confirmed", visit.id);
  } else if (before.date !== date || before.time !== time) {
    await ctx.jobs.enqueue(tx, "booking-moved-mail", { ...told, date, time });
    await publishBookingEvent(tx, ctx, "booking.rescheduled", visit.id);
  }
  for (const crew of new Set([visit.crew_id, crew_id])) {
    const news = { ...told, crew_id: crew, had: crew === visit.crew_id, before };
    if (crew) await ctx.jobs.enqueue(tx, "crew-visit-mail", news);
  }
}
