// Rooms: the form names a service (catalog), a start time (scheduling), a referral (customers) and a partner (integrations).
import { z } from "zod";
import {
  BATHROOM_OPTIONS,
  BEDROOM_OPTIONS,
  DEFAULTS,
  HALF_BATH_OPTIONS,
  HOUR_OPTIONS,
  LIMITS,
} from "~/features/booking/limits";
import { tipFields, tipSchema } from "~/features/booking/tips/forms";
import { tipRequest } from "~/features/booking/tips/tip";
import { FREQUENCIES } from "~/features/catalog/frequency";
import {
  frequenciesOf,
  halfBathsApply,
  hoursApply,
  roomsApply,
  rulesOf,
  SERVICE_TYPES,
  type Service,
  sizeApplies,
} from "~/features/catalog/service";
import { isReferralCode } from "~/features/customers/referrals/referral";
import { PARTNER_LIMITS } from "~/features/integrations/partners/partner";
import { isSlotTime } from "~/features/scheduling/availability/slots";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { cleanBlock, cleanLine, orList } from "~/lib/text";
import { type PlanMove, parseMoves } from "./draft";
import { parseExtras } from "./extras";

const EMAIL_MESSAGE = "Please enter a valid email address";

const service = line("Service", LIMITS.service);
const serviceType = z.enum(SERVICE_TYPES, `Service type must be ${orList(SERVICE_TYPES)}.`);
const date = line("Date", LIMITS.date).refine(
  isCalendarDate,
  "Date must be a real day written as yyyy-MM-dd, like 2026-11-21.",
);
const time = line("Time", LIMITS.time);
const notes = text("Notes", LIMITS.notes, cleanBlock).optional();
const frequency = z.enum(FREQUENCIES, `Frequency must be ${orList(FREQUENCIES)}.`);
const moves = z
  .array(
    z
      .object(
        {
          visit: z.int("Visit must be its number, from 1.").min(1).max(999),
          date: z
            .string("Date must be text.")
            .refine(isCalendarDate, "Date must be a real day written as yyyy-MM-dd.")
            .nullable(),
          time: z
            .string("Time must be text.")
            .refine(isSlotTime, "Time must be written like 8:00 AM.")
            .nullable(),
        },
        "A move must be a JSON object.",
      )
      .transform(({ visit, date, time }, { addIssue }): PlanMove => {
        if (date !== null && time !== null) return { visit, date, time };
        if (date === time) return { visit, date: null, time: null };
        addIssue({ code: "custom", message: "A move has a date and a time, or neither." });
        return z.NEVER;
      }),
    "Moves must be a list.",
  )
  .max(LIMITS.moves, `Moves can have at most ${LIMITS.moves} entries.`);

export const address = {
  street: line("Street", LIMITS.street),
  city: line("City", LIMITS.city),
  state: line("State", LIMITS.state)
    .overwrite((state) => (state.length === 2 ? state.toUpperCase() : state))
    .refine(isState, "State must be a two-letter code or a name, like NH or New Hampshire."),
  zip: line("ZIP code", LIMITS.zip).regex(
    /^\d{5}(-\d{4})?$/,
    "ZIP code must be 5 digits, like 03263 or 03263-1234.",
  ),
};

const HALF_BATHS_MESSAGE = countMessage("Half baths", HALF_BATH_OPTIONS);
const FEET_MESSAGE = "Square feet must be a whole number up to 99999.";

const extras = z
  .array(
    z.object(
      {
        id: line("Extra", LIMITS.extra_id),
        quantity: z
          .int("Quantity must be a whole number.")
          .min(1, "Quantity must be at least 1.")
          .max(99, "Quantity can be at most 99."),
      },
      "An extra must be a JSON object.",
    ),
    "Extras must be a list.",
  )
  .max(LIMITS.extras, `Extras can have at most ${LIMITS.extras} entries.`);

/** The JSON body of `create-payment` (spec section 7). Types are taken literally; unknown keys are ignored. */
export const createPaymentSchema = z.object(
  {
    serviceId: service,
    serviceType,
    bookingDetails: z.object(
      {
        date,
        time,
        address: z.object(address, "Address must be a JSON object."),
        propertyId: z.string("Property must be text.").refine(isUuid, "Property must be a UUID.").optional(),
        notes,
        bedrooms: count("Bedrooms", BEDROOM_OPTIONS).optional(),
        bathrooms: count("Bathrooms", BATHROOM_OPTIONS).optional(),
        halfBaths: z
          .int(HALF_BATHS_MESSAGE)
          .min(0, HALF_BATHS_MESSAGE)
          .max(99, HALF_BATHS_MESSAGE)
          .optional(),
        squareFeet: z.int(FEET_MESSAGE).min(1, FEET_MESSAGE).max(99_999, FEET_MESSAGE).optional(),
        extras: extras.optional(),
        hours: count("Hours", HOUR_OPTIONS).optional(),
        frequency: frequency.optional(),
        moves: moves.optional(),
      },
      "Booking details must be a JSON object.",
    ),
    customerEmail: absentWhenEmpty(text("Email", LIMITS.email, cleanLine)).pipe(
      z.email(EMAIL_MESSAGE).optional(),
    ),
    customerName: absentWhenEmpty(text("Name", LIMITS.name, cleanLine)),
    coupon: absentWhenEmpty(text("Coupon code", LIMITS.coupon, cleanLine)),
    tip: tipSchema.optional(),
    referral: z
      .string("Referral must be text.")
      .refine(isReferralCode, "Referral must be what a referral link ends with.")
      .optional(),
    partner: z.string("Partner must be text.").refine(isUuid, "Partner must be a UUID.").optional(),
    partnerReference: absentWhenEmpty(text("Partner reference", PARTNER_LIMITS.reference, cleanLine)),
  },
  "The request body must be a JSON object.",
);

export type CreatePayment = z.output<typeof createPaymentSchema>;

/** What counts for price and length, as the API names it. */
export type Inputs = Pick<
  CreatePayment["bookingDetails"],
  "hours" | "bedrooms" | "bathrooms" | "halfBaths" | "squareFeet" | "extras"
>;

/** What counts for price and length, as fields of a form. */
export const inputSchema = z.object({
  bedrooms: countText("Bedrooms", BEDROOM_OPTIONS),
  bathrooms: countText("Bathrooms", BATHROOM_OPTIONS),
  half_baths: countText("Half baths", HALF_BATH_OPTIONS),
  square_feet: z
    .string()
    .trim()
    .regex(/^\d{0,5}$/, FEET_MESSAGE)
    .transform((digits) => Number(digits) || undefined)
    .optional(),
  /** As `extrasText` writes them. */
  extras: z.string().transform(parseExtras).optional().catch(undefined),
  hours: countText("Hours", HOUR_OPTIONS),
});

/** The same request as the fields of the booking page's form, where everything is text. */
export const bookingFormSchema = z.object({
  service,
  type: serviceType,
  date,
  time,
  ...address,
  property: z.string().refine(isUuid).optional().catch(undefined),
  notes,
  ...inputSchema.shape,
  frequency: z.enum(FREQUENCIES).optional().catch(undefined),
  /** As `movesText` writes them; there, if only as "none", once its customer has seen what clashes. */
  moves: z
    .string()
    .transform((text) => (text.trim() === "" ? undefined : parseMoves(text)))
    .optional()
    .catch(undefined),
  coupon: absentWhenEmpty(text("Coupon code", LIMITS.coupon, cleanLine)),
  ...tipFields,
  referral: z.string().refine(isReferralCode).optional().catch(undefined),
  draft_id: z.string().refine(isUuid).optional().catch(undefined),
  partner: z.string().refine(isUuid).optional().catch(undefined),
});

export type BookingForm = z.output<typeof bookingFormSchema>;

/** The inputs of a form as the request takes them, as far as they apply to the chosen service. */
export function inputsOf(form: z.output<typeof inputSchema>, chosen?: Service | null): Inputs {
  const offered = chosen && rulesOf(chosen).extras;
  const extras = form.extras?.filter(({ id }) => !offered || offered.some((extra) => extra.id === id));
  return {
    ...((!chosen || roomsApply(chosen)) && { bedrooms: form.bedrooms, bathrooms: form.bathrooms }),
    ...((!chosen || halfBathsApply(chosen)) && { halfBaths: form.half_baths }),
    ...((!chosen || sizeApplies(chosen)) && { squareFeet: form.square_feet }),
    ...(extras && extras.length > 0 && { extras }),
    hours: chosen ? (hoursApply(chosen) ? (form.hours ?? DEFAULTS.hours) : undefined) : form.hours,
  };
}

/**
 * The form as the request that the server takes. A form without script shows inputs that don't apply to the chosen
 * service: with `chosen` given they are left out, and hours that apply but are missing get their default. A tip is left out where it
 * is asked for after the visit.
 */
export function toCreatePayment(form: BookingForm, chosen?: Service | null): CreatePayment {
  const { street, city, state, zip } = form;
  const planned = !chosen || frequenciesOf(chosen).length > 0;
  const tip = (planned && form.frequency) || chosen?.terms ? undefined : tipRequest(form);
  return {
    serviceId: form.service,
    serviceType: form.type,
    bookingDetails: {
      date: form.date,
      time: form.time,
      address: { street, city, state, zip },
      propertyId: form.property,
      notes: form.notes,
      ...inputsOf(form, chosen),
      ...(planned && { frequency: form.frequency, moves: form.moves }),
    },
    ...(form.coupon && { coupon: form.coupon }),
    ...(tip && { tip }),
    ...(form.referral && { referral: form.referral }),
    ...(form.partner && { partner: form.partner }),
  };
}

/** Every wrong field once, as the API names it ("bookingDetails.address.street"), with its first message. */
export function fieldErrors(error: z.ZodError): { field: string; message: string }[] {
  const first = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = path.join(".") || "body";
    if (!first.has(field)) first.set(field, message);
  }
  return Array.from(first, ([field, message]) => ({ field, message }));
}

function text(label: string, max: number, clean: (text: string) => string) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? `${label} is required.` : `${label} must be text.`),
    })
    .overwrite(clean)
    .max(max, { error: `${label} can have at most ${max} characters.`, abort: true });
}

function line(label: string, max: number) {
  return text(label, max, cleanLine).min(1, { error: `${label} is required.`, abort: true });
}

function absentWhenEmpty(schema: z.ZodString) {
  return schema.transform((value) => value || undefined).optional();
}

/** A count; the rules check it against the service's options. */
function count(label: string, options: readonly number[]) {
  const message = countMessage(label, options);
  return z.int(message).min(1, message).max(99, message);
}

function countText(label: string, options: readonly number[]) {
  return z
    .string()
    .trim()
    .regex(/^\d{0,2}$/, countMessage(label, options))
    .transform((digits) => (digits === "" ? undefined : Number(digits)))
    .optional();
}

function countMessage(label: string, options: readonly number[]): string {
  return `${label} must be a whole number: ${orList(options)}.`;
}

const CODES = new Set(
  (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
    "PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI"
  ).split(" "),
);

/** Whether the text can be a state of an address: a postal code of the United States in capitals, or a name. */
export function isState(text: string): boolean {
  return text.length === 2 ? CODES.has(text) : /^\p{L}[\p{L}\p{M} .'-]{2,}$/u.test(text);
}
