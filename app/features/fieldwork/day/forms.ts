import { z } from "zod";
import { isUuid } from "~/lib/ids";
import { cleanBlock } from "~/lib/text";
import { EVENT_KINDS } from "./progress";
import { REPORT_KINDS, REPORT_LENGTH } from "./report";

/** The most events that a phone sends at once. */
const BATCH = 100;
const uuid = z
  .string()
  .refine(isUuid, "must be a UUID")
  .transform((id) => id.toLowerCase());
/** No clock that is in use says less. PostgreSQL knows no year 0, and Temporal no more than nine digits of a second. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine((at) => at >= "1970", "must be after 1970")
  .refine((at) => !/\.\d{10}/.test(at), "must have at most nine digits after the second");

const common = { id: uuid, booking_id: uuid, phone_at: moment };
const forPeople = z.object({
  ...common,
  kind: z.enum(EVENT_KINDS).exclude(["checked", "unchecked", "undone"]),
  members: z.array(uuid).min(1).max(20),
});
const forItem = z.object({ ...common, kind: z.enum(["checked", "unchecked"]), item_id: uuid });
const undo = z.object({ ...common, kind: z.literal("undone"), undoes: uuid });
const report = z.object({
  ...common,
  kind: z.literal("reported"),
  report_kind: z.enum(REPORT_KINDS),
  words: z.string().transform(cleanBlock).pipe(z.string().max(REPORT_LENGTH)),
});

export const eventSchema = z.discriminatedUnion("kind", [forPeople, forItem, undo, report]);
export type PhoneEvent = z.output<typeof eventSchema>;

/** What a phone sends: the time by its own clock, and what was tapped, the oldest first. Each event is read by itself. */
export const batchSchema = z.object({
  phone_now: moment,
  events: z
    .array(z.looseObject({ id: uuid }))
    .min(1)
    .max(BATCH),
});

/** Why an event was not taken. */
export type Refusal =
  | "invalid"
  | "missing"
  | "not yours"
  | "cancelled"
  | "too old"
  | "items open"
  | "too late";
