import { z } from "zod";
import { isCalendarDate } from "~/lib/dates";
import { cleanBlock, cleanLine } from "~/lib/text";

export const LIMITS = { place: 200, message: 2000, subject: 150, body: 5000, note: 2000 } as const;

const formatNumber = (max: number) => max.toLocaleString("en-US");

function line(missing: string, label: string, max: number) {
  return z
    .string(missing)
    .overwrite(cleanLine)
    .max(max, { error: `${label} can have at most ${formatNumber(max)} characters`, abort: true })
    .min(1, missing);
}

function block(missing: string, label: string, max: number) {
  return z
    .string(missing)
    .overwrite(cleanBlock)
    .max(max, { error: `${label} can have at most ${formatNumber(max)} characters`, abort: true })
    .min(1, missing);
}

/** When and where an interview takes place. */
export const interviewSchema = z.object({
  date: z
    .string("Please choose a date")
    .refine((text) => isCalendarDate(text) && text < "2200", "Please choose a date"),
  time: z.string("Please choose a time").regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please choose a time"),
  minutes: z.coerce
    .number("Between 5 and 480 minutes")
    .int("Between 5 and 480 minutes")
    .min(5, "Between 5 and 480 minutes")
    .max(480, "Between 5 and 480 minutes"),
  place: line("Please enter a location", "Location", LIMITS.place),
  message: z
    .string()
    .overwrite(cleanBlock)
    .max(LIMITS.message, `Message can have at most ${formatNumber(LIMITS.message)} characters`)
    .optional(),
});

/** An email to an applicant. `form_id` is the form's id; sending twice with it sends one email. */
export const emailSchema = z.object({
  subject: line("Please enter a subject", "Subject", LIMITS.subject),
  body: block("Please write something", "Email", LIMITS.body),
  form_id: z.uuid(),
});

export const applicationNoteSchema = z.object({
  body: block("Please write something", "Note", LIMITS.note),
  form_id: z.uuid(),
});

/** The instant of a date and time in the company's time zone. */
export function instantOf(date: string, time: string, zone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).toInstant();
}
