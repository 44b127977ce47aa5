import { joinAccount } from "~/features/booking/join.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

type Booked = { booking_id: string; crew_id: string | null; date: string; time: string };

/**
 * Tells everybody of a visit that was booked without paying: its customer, the office, the crew and partners. `date` and
 * `time`: company time, as the database writes them.
 */
export async function announceUnpaid(tx: Database, ctx: Ctx, booked: Booked): Promise<void> {
  const { booking_id, crew_id, ...before } = booked;
  await joinAccount(tx, ctx, booking_id);
  await ctx.jobs.enqueue(tx, "booking-confirmed-mail", { booking_id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id });
  await publishBookingEvent(tx, ctx, "booking.confirmed", booking_id);
  if (!crew_id) return;
  await ctx.jobs.enqueue(tx, "crew-visit-mail", { booking_id, crew_id, sequence: 0, had: false, before });
}
