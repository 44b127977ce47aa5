import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { BookingStatus } from "~/features/booking/booking";
import type { BookingView } from "~/features/booking/queries.server";

/** What a calendar needs of a visit. */
export type CalendarVisit = Pick<
  BookingView,
  | "id"
  | "number"
  | "service"
  | "address"
  | "duration"
  | "rooms"
  | "extras"
  | "plan_id"
  | "money"
  | "status"
  | "starts_at"
  | "ends_at"
  | "calendar_sequence"
>;

type Organizer = { company_name: string; contact_email: string };

/** `CANCEL` removes the visits from a calendar; `name` is the name of a subscribed calendar. */
type Options = { method?: "PUBLISH" | "CANCEL"; name?: string };

const STATUS: Record<BookingStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
};

/** An entry of a calendar. */
export type CalendarEntry = Pick<
  CalendarVisit,
  "id" | "status" | "starts_at" | "ends_at" | "calendar_sequence"
> & { summary: string; location: string; description: string };

/** Visits as their customer's iCalendar file. */
export function calendarFile(visits: CalendarVisit[], company: Organizer, options: Options = {}): string {
  const entries = visits.map((visit) => ({
    ...visit,
    summary: `${visit.service} by ${company.company_name}`,
    location: visit.address,
    description: describe(visit),
  }));
  return entriesFile(entries, company, options);
}

/** An iCalendar file. The UID is the booking's, so that a later file changes the same entry. */
export function entriesFile(
  entries: CalendarEntry[],
  { company_name, contact_email }: Organizer,
  { method = "PUBLISH", name }: Options = {},
): string {
  const calendar = ical({
    prodId: { company: company_name, product: "Booking", language: "EN" },
    method: ICalCalendarMethod[method],
    name,
  });
  for (const { id, calendar_sequence, starts_at, ends_at, status, ...words } of entries) {
    calendar.createEvent({
      id,
      sequence: calendar_sequence,
      start: new Date(starts_at.epochMilliseconds),
      end: new Date(ends_at.epochMilliseconds),
      summary: words.summary,
      location: words.location,
      description: words.description,
      status: method === "CANCEL" ? ICalEventStatus.CANCELLED : STATUS[status],
      organizer: { name: company_name, email: contact_email },
    });
  }
  return calendar.toString();
}

function describe({ number, duration, rooms, extras, ...visit }: CalendarVisit): string {
  const booking = `Booking ${number}, ${duration}${priceNote(visit)}.`;
  return [booking, rooms && `Home: ${rooms}`, extras && `Extras: ${extras}`].filter(Boolean).join("\n");
}

function priceNote({ status, plan_id, money }: Pick<CalendarVisit, "status" | "plan_id" | "money">): string {
  if (status !== "confirmed" && status !== "completed") return "";
  if (plan_id) return ", part of your plan";
  if (money.kept) return `, paid ${money.kept}`;
  return money.due ? `, ${money.due} due` : "";
}

/** Returns a visit as an email's attachment, which adds it to a calendar or removes it. */
export function calendarAttachment(
  visit: CalendarVisit,
  organizer: Organizer,
  method: "PUBLISH" | "CANCEL",
): { filename: string; content: string; contentType: string } {
  return {
    filename: "cleaning.ics",
    content: calendarFile([visit], organizer, { method }),
    contentType: `text/calendar; method=${method}`,
  };
}
