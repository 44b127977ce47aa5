// Rooms: the form asks what a booking asks (booking), and a frequency (catalog), and for a start time (scheduling).
import { z } from "zod";
import { withExtras } from "~/features/booking/checkout/extras";
import { address, fieldErrors, inputSchema } from "~/features/booking/checkout/forms";
import { LIMITS } from "~/features/booking/limits";
import { FREQUENCIES } from "~/features/catalog/frequency";
import { isSlotTime } from "~/features/scheduling/availability/slots";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";

/** `one`: this visit only. `from`: it and all later ones. */
export const SCOPES = ["from", "one"] as const;
export type Scope = (typeof SCOPES)[number];

/** What the month costs from then on: by the price list if what it prices changes; as it is; or another amount before tax. */
const PRICE_CHOICES = ["auto", "keep", "amount"] as const;

/** Another price than this many cents was typed by mistake. */
const MOST_CENTS = 1_000_000;

const day = z.object({
  visit: z.string().refine(isUuid, "Choose a visit."),
  date: z.string().trim().refine(isCalendarDate, "Date must be a real day, like 2026-11-21."),
  time: z.string().trim().refine(isSlotTime, "Choose a time."),
});

const changeSchema = z.object({
  ...day.shape,
  scope: z.enum(SCOPES, "Choose which visits change."),
  crew_id: z.union([z.literal("").transform(() => null), z.string().refine(isUuid, "Choose a crew.")]),
  frequency: z.enum(FREQUENCIES, "Choose how often."),
  ...address,
  apartment: z
    .string()
    .overwrite(cleanLine)
    .refine((text) => text.length <= LIMITS.street, `Apartment can have at most ${LIMITS.street} characters.`)
    .default(""),
  property_id: z.string().refine(isUuid).nullable().catch(null),
  ...inputSchema.shape,
  price: z.enum(PRICE_CHOICES, "Choose what happens to the price."),
  amount: z.string().trim().default(""),
});

/** A day and time from a visit on: what a customer may change. Staff may change the rest, too. */
export type ChangeWish = z.output<typeof day> & {
  scope: Scope;
  rest?: Omit<z.output<typeof changeSchema>, "amount" | "scope" | keyof z.output<typeof day>> & {
    /** Cents before tax; counts for the choice `amount`. */
    net: number;
  };
};

type Read = { ok: true; wish: ChangeWish } | { ok: false; errors: Record<string, string> };

/** Reads the form of staff. Each error stands under the name of its field. */
export function readChange(fields: Record<string, string>): Read {
  const parsed = changeSchema.safeParse(withExtras(fields));
  const errors = parsed.error ? errorsOf(parsed.error) : {};
  const net = parseCents(fields.amount ?? "") ?? 0;
  if (fields.price === "amount" && (net <= 0 || net > MOST_CENTS))
    errors.amount = "Enter the amount a month before tax, like 289.00.";
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  const { visit, scope, date, time, amount: _, ...rest } = parsed.data;
  return { ok: true, wish: { visit, scope, date, time, rest: { ...rest, net } } };
}

/** Reads the form of a customer. */
export function readDayChange(fields: Record<string, string>): Read {
  const parsed = day.safeParse(fields);
  return parsed.success
    ? { ok: true, wish: { ...parsed.data, scope: "from" } }
    : { ok: false, errors: errorsOf(parsed.error) };
}

function errorsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(fieldErrors(error).map(({ field, message }) => [field.split(".")[0], message]));
}
