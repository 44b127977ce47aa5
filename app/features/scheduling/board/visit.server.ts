import { and, eq, ne } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { ERASED_STREET } from "~/features/booking/erased";
import { minutesOf } from "~/features/booking/manage/rescheduling";
import { whyStaffCannotMove } from "~/features/booking/office/staff-move";
import { readBookingRow, viewOf } from "~/features/booking/reads.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { AdminCtx } from "~/platform/context.server";
import type { OpenVisit } from "./open-visit";

/** Null when there is no such visit, or nobody is there to be visited any more. */
export async function readOpenVisit(ctx: AdminCtx, id: string): Promise<OpenVisit | null> {
  const row = await readBookingRow(ctx, and(eq(bookings.id, id), ne(bookings.address_line1, ERASED_STREET)));
  if (!row) return null;
  const { booking } = row;
  const [who = { customer: null, phone: null }] = await ctx.db
    .select({ customer: customerName, phone: customerPhone })
    .from(bookings)
    .where(eq(bookings.id, id));
  const { date, time, date_in_words, ...view } = viewOf(row);
  return {
    id,
    date,
    time,
    crew_id: booking.crew_id,
    sequence: booking.calendar_sequence,
    status: view.status,
    attention: booking.needs_attention,
    service: view.service,
    when: `${date_in_words}, ${time}`,
    duration: view.duration,
    address: view.address,
    ...who,
    email: view.customer_email,
    notes: booking.notes,
    why_not: whyStaffCannotMove(booking, ctx.now),
    slots: await readSlotsOfDay(ctx, {
      date,
      minutes: minutesOf(booking),
      booking_id: id,
      town: booking.city,
    }),
  };
}
