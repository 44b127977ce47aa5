import { z } from "zod";
import { SLOT_TIMES } from "~/features/booking/slots";
import { FREQUENCIES, SERVICE_TYPES } from "~/features/catalog/service";

/** What the API sends, as it is documented and tested. */
const cents = () => z.int().min(0);
const state = () => z.enum(["free", "full", "past", "closed"]);
const slot = z.object({ time: z.enum(SLOT_TIMES), state: state() });
const place = z.object({ date: z.iso.date(), time: z.enum(SLOT_TIMES) });
const clash = place.extend({
  visit: z.int().min(1).describe("Its number, from 1."),
  why: z.string(),
  proposal: place.nullable().describe("Where it could be; null when nothing near is free."),
});

const service = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  service_type: z.enum(SERVICE_TYPES),
  subscription_type: z.enum(["one_time", "monthly"]),
  price: cents().describe("In cents, as price_unit says. 0 when the price needs an estimate."),
  price_unit: z.enum(["hour", "month", "visit", "estimate"]),
  is_popular: z.boolean(),
  is_bookable: z.boolean().describe("false: it needs an estimate, and can't be booked online."),
  takes_hours: z.boolean().describe("Whether `hours` must be given."),
  takes_rooms: z.boolean().describe("Whether `bedrooms` and `bathrooms` may be given."),
  frequencies: z
    .array(z.enum(FREQUENCIES))
    .describe("Of a monthly service, how often it can come: `frequency` must be one of them."),
});

export const servicesAnswer = z.object({ currency: z.string(), services: z.array(service) });

export const availabilityAnswer = z.object({
  month: z.string(),
  minutes: z.int().describe("How long the visit takes."),
  days: z.array(z.object({ date: z.iso.date(), state: state(), slots: z.array(slot) })),
});

export const createPaymentAnswer = z.object({
  url: z.url().describe("Where the customer pays. Open it in the whole window, never in a frame."),
  reference: z
    .string()
    .describe("Signed, so that it alone opens the booking's status. Its first 36 characters are its id."),
});

export const bookingAnswer = z.object({
  id: z.uuid(),
  kind: z.enum(["visit", "plan"]).describe("A plan is a monthly service: visits that come again."),
  status: z.enum(["pending", "confirmed", "completed", "cancelled", "active", "paused", "past_due", "ended"]),
  payment: z
    .enum(["pending", "processing", "completed", "failed"])
    .describe("processing: the checkout is done, and the bank takes its time."),
  service: z.object({ id: z.string(), title: z.string() }),
  frequency: z.enum(FREQUENCIES).nullable(),
  date: z.iso.date().describe("Of a plan, its first visit."),
  time: z.string(),
  time_zone: z.string().describe("Of `date` and `time`."),
  minutes: z.int(),
  amount: cents().describe("In cents; of a plan, its first month."),
  refunded: cents().describe("What went back of it, in cents."),
  currency: z.string(),
  partner_reference: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
});

export type BookingAnswer = z.output<typeof bookingAnswer>;

export const errorAnswer = z.object({
  error: z.object({
    message: z.string().describe("For people: what is wrong, and what to do."),
    field: z.string().optional().describe("The first field that is wrong, as it is named in the request."),
    fields: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe("Every field that is wrong."),
    slots: z.array(slot).optional().describe("The slot was just taken: what its day has left."),
    url: z
      .url()
      .optional()
      .describe(
        "The booking with this key is paid already, or its payment is on its way: its page. Nothing was changed.",
      ),
    clashes: z
      .array(clash)
      .optional()
      .describe("Visits of a plan that clash. Ask again with `moves` that put them elsewhere."),
  }),
});
