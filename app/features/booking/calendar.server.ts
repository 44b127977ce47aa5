import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { BookingView } from "./reads.server";

type Organizer = { company_name: string; contact_email: string };

/** The visit as an iCalendar file. The UID is the booking's, so that a later file moves the same entry. */
export function calendarFile(booking: BookingView, { company_name, contact_email }: Organizer): string {
  const calendar = ical({
    prodId: { company: company_name, product: "Booking", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${booking.id}@${contact_email.replace(/^.*@/, "")}`,
    start: new Date(booking.starts_at.epochMilliseconds),
    end: new Date(booking.ends_at.epochMilliseconds),
    summary: `${booking.service} by ${company_name}`,
    location: booking.address,
    description: `${booking.duration}, paid ${booking.total}.`,
    status: ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
