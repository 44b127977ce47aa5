import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { emailName } from "~/lib/email-words";

export type InvitedInterview = {
  id: string;
  sequence: number;
  starts_at: Temporal.Instant;
  minutes: number;
  place: string;
  message: string;
  position: string;
  name: string;
  email: string;
};

type Organizer = { company_name: string; contact_email: string };

/** Calendar file for an interview email. The UID is the interview's, so a later file updates the same entry. */
export function interviewFile(
  interview: InvitedInterview,
  { company_name, contact_email }: Organizer,
  method: "REQUEST" | "CANCEL",
): { filename: string; content: string; contentType: string } {
  const { starts_at, minutes } = interview;
  const calendar = ical({
    prodId: { company: company_name, product: "Interviews", language: "EN" },
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    id: interview.id,
    sequence: interview.sequence,
    start: new Date(starts_at.epochMilliseconds),
    end: new Date(starts_at.add({ minutes }).epochMilliseconds),
    summary: `Interview at ${company_name}: ${interview.position}`,
    location: interview.place,
    description: interview.message || undefined,
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: company_name, email: contact_email },
    attendees: [
      {
        name: emailName(interview.name) ?? undefined,
        email: interview.email,
        rsvp: method === "REQUEST",
        status: ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  });
  const contentType = `text/calendar; method=${method}`;
  return { filename: "interview.ics", content: calendar.toString(), contentType };
}
