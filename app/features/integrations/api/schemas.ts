// Rooms: the API describes services (catalog), slots (scheduling) and bookings (booking).
import { z } from "zod";
import { parseExtras } from "~/features/booking/checkout/extras";
import { createPaymentSchema, type Inputs } from "~/features/booking/checkout/forms";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { FREQUENCIES } from "~/features/catalog/frequency";
import type { PriceRules } from "~/features/catalog/rules";
import {
  frequenciesOf,
  halfBathsApply,
  hoursApply,
  lowestPrice,
  needsEstimate,
  roomsApply,
  rulesOf,
  SERVICE_TYPES,
  type Service,
  sizeApplies,
} from "~/features/catalog/service";
import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { isMonth } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { orList } from "~/lib/text";

/** What the API sends, for documentation and tests. */
const cents = () => z.int().min(0);
const state = () => z.enum(["free", "full", "past", "closed"]);
const time = () =>
  z
    .string()
    .regex(/^(1[0-2]|[1-9]):[0-5]\d (AM|PM)$/)
    .describe(`Company time. By default one of ${orList(SLOT_TIMES)}; a service may have others.`);
const slot = z.object({ time: time(), state: state() });
const slotRef = z.object({ date: z.iso.date(), time: time() });
const clash = slotRef.extend({
  visit: z.int().min(1).describe("The visit's number, starting at 1."),
  why: z.string(),
  proposal: slotRef.nullable().describe("A free slot nearby, or null if there is none."),
});

const rate = z.object({ cents: cents(), minutes: z.int().min(0) });
const priceList = z.object({
  by: z.enum(["hour", "flat", "home"]).describe("home: rooms and size of the home count."),
  base: rate.describe("One hour if `by` is hour, else a visit."),
  bedroom: rate.describe("Each bedroom adds this."),
  bathroom: rate,
  half_bath: rate,
  bands: z
    .array(rate.extend({ up_to: z.int() }))
    .describe("By size in square feet, smallest first. If there are any, `squareFeet` is required."),
  extras: z.array(
    rate.extend({ id: z.string(), title: z.string(), most: z.int().describe("Largest quantity.") }),
  ),
  first_visit: rate.describe("Added to a customer's first single visit."),
  minimum: cents().describe("Lowest price of a visit before tax."),
  frequencies: z
    .partialRecord(z.enum(FREQUENCIES), z.object({ cents: cents(), per: z.enum(["visit", "month"]) }))
    .describe("Takes the place of `base.cents` in a plan."),
});

const service = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  service_type: z.enum(SERVICE_TYPES),
  subscription_type: z.enum(["one_time", "monthly"]),
  price: cents().describe(
    "In cents, per `price_unit`. 0 if the price needs an estimate. With a `price_list`: the lowest.",
  ),
  price_unit: z.enum(["hour", "month", "visit", "estimate"]),
  is_popular: z.boolean(),
  is_bookable: z.boolean().describe("false if it needs an estimate and can't be booked online."),
  takes_hours: z.boolean().describe("Whether `hours` is required."),
  takes_rooms: z.boolean().describe("Whether `bedrooms` and `bathrooms` are allowed."),
  frequencies: z
    .array(z.enum(FREQUENCIES))
    .describe(
      "The values allowed for `frequency`. Required for a monthly service; otherwise, a request without it is one visit.",
    ),
  price_list: priceList.nullable().describe("Prices by what is chosen; null: `price` per `price_unit`."),
});

const servicesResponse = z.object({ currency: z.string(), services: z.array(service) });

const availabilityResponse = z.object({
  month: z.string(),
  minutes: z.int().describe("Length of the visit."),
  days: z.array(z.object({ date: z.iso.date(), state: state(), slots: z.array(slot) })),
});

const createPaymentResponse = z.object({
  url: z.url().describe("Where the customer pays. Open it in the full window, never in a frame."),
  reference: z
    .string()
    .describe(
      "Signed: anyone who has it can read the booking's status. Its first 36 characters are the booking's id.",
    ),
});

const bookingResponse = z.object({
  id: z.uuid(),
  number: z.int().describe("What people call the booking or the plan, written #1042."),
  kind: z.enum(["visit", "plan"]).describe("A plan is a monthly service with recurring visits."),
  status: z.enum(["pending", "confirmed", "completed", "cancelled", "active", "paused", "past_due", "ended"]),
  payment: z
    .enum(["pending", "processing", "completed", "failed"])
    .describe(
      "processing: the customer has finished the checkout, and the bank is still confirming the payment.",
    ),
  service: z.object({ id: z.string(), title: z.string() }),
  frequency: z.enum(FREQUENCIES).nullable(),
  date: z.iso.date().describe("For a plan, the date of its first visit."),
  time: z.string(),
  time_zone: z.string().describe("The time zone of `date` and `time`."),
  minutes: z.int(),
  amount: cents().describe("In cents. For a plan, its first month."),
  tip: cents().describe("The part of `amount` that is a tip for the crew, in cents."),
  refunded: cents().describe("The part of `amount` that was refunded, in cents."),
  currency: z.string(),
  partner_reference: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
});

export type BookingResponse = z.output<typeof bookingResponse>;

const errorResponse = z.object({
  error: z.object({
    message: z.string().describe("For people: what is wrong and what to do."),
    field: z.string().optional().describe("The first invalid field, named as in the request."),
    fields: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe("Every invalid field."),
    slots: z
      .array(slot)
      .optional()
      .describe("The slot was just taken: the slots of that day and their state."),
    url: z
      .url()
      .optional()
      .describe(
        "The booking with this Idempotency-Key is already paid, or its payment is on its way. This is its page. Nothing was changed.",
      ),
    clashes: z
      .array(clash)
      .optional()
      .describe("Visits of a plan that clash. Send the request again with `moves` for them."),
  }),
});

export const servicesQuery = z.object({
  type: z.enum(SERVICE_TYPES, `type must be ${orList(SERVICE_TYPES)}.`).optional(),
});

function wholeNumber(name: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number.`)
    .transform(Number)
    .optional();
}

/** What the length of a visit depends on. */
export const inputsQuery = z.object({
  hours: z
    .enum(HOUR_OPTIONS.map(String), `hours must be ${orList(HOUR_OPTIONS)}.`)
    .transform(Number)
    .optional(),
  bedrooms: wholeNumber("bedrooms"),
  bathrooms: wholeNumber("bathrooms"),
  halfBaths: wholeNumber("halfBaths"),
  squareFeet: wholeNumber("squareFeet"),
  extras: z
    .string()
    .max(1000, "extras is too long.")
    .regex(/^([\w-]{1,40}:[1-9]\d?(,|$))*$/, "extras must be written like oven:1,windows:12.")
    .transform(parseExtras)
    .optional(),
});

export const availabilityQuery = z.object({
  service: z.string("service is required.").min(1, "service is required."),
  month: z.string("month is required.").refine(isMonth, "month must be written as yyyy-MM, like 2026-11."),
  ...inputsQuery.shape,
  frequency: z.enum(FREQUENCIES, `frequency must be ${orList(FREQUENCIES)}.`).optional(),
  draft: z.string().refine(isUuid, "draft must be a UUID.").optional(),
});

/** What a query says of the home and the extras. What does not apply to the service is left out, as are hours. */
export function inputsOf(
  { hours, bedrooms, bathrooms, halfBaths, squareFeet, extras }: z.output<typeof inputsQuery>,
  service: Service,
): Inputs {
  return {
    hours: hoursApply(service) ? hours : undefined,
    ...(roomsApply(service) && { bedrooms, bathrooms }),
    ...(halfBathsApply(service) && { halfBaths }),
    ...(sizeApplies(service) && { squareFeet }),
    ...(rulesOf(service).extras.length > 0 && { extras }),
  };
}

type Query<Schema extends z.ZodType> =
  | { ok: true; query: z.output<Schema> }
  | { ok: false; problem: { message: string; field?: string } };

/** Parses the query of a call. Returns the first error if it is invalid. */
export function readQuery<Schema extends z.ZodType>(url: string, schema: Schema): Query<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(url).searchParams));
  if (parsed.success) return { ok: true, query: parsed.data };
  const [issue] = parsed.error.issues;
  const message = issue?.message ?? "The request is not valid.";
  return { ok: false, problem: { message, field: issue?.path.join(".") } };
}

type ApiService = z.output<typeof servicesResponse>["services"][number];

/** A service in the API: its price and which fields a booking needs. */
export function toApiService(service: Service): ApiService {
  const { id, title, description, features, service_type, subscription_type, is_popular } = service;
  return {
    id,
    title,
    description,
    features,
    service_type,
    subscription_type,
    price: service.prices ? lowestPrice(service).cents : service.price_per_hour,
    price_unit: unitOf(service),
    is_popular,
    is_bookable: !needsEstimate(service),
    takes_hours: hoursApply(service),
    takes_rooms: roomsApply(service),
    frequencies: frequenciesOf(service),
    price_list: service.prices && withoutPictures(service.prices),
  };
}

function withoutPictures({ extras, ...rules }: PriceRules): ApiService["price_list"] {
  return { ...rules, extras: extras.map(({ picture: _, ...extra }) => extra) };
}

function unitOf(service: Service): ApiService["price_unit"] {
  if (needsEstimate(service)) return "estimate";
  const { per } = lowestPrice(service);
  return per === "once" ? "visit" : per;
}

/** Requests and responses of the API by their name in the document. */
export const SCHEMAS = {
  Services: servicesResponse,
  Availability: availabilityResponse,
  CreatePayment: createPaymentSchema,
  Checkout: createPaymentResponse,
  Booking: bookingResponse,
  Error: errorResponse,
} as const;

export type SchemaName = keyof typeof SCHEMAS;
