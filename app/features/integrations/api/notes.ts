import { z } from "zod";
import { createPaymentSchema } from "~/features/booking/checkout/forms";
import { tipSchema } from "~/features/booking/tips/forms";

const { shape } = createPaymentSchema;
const details = shape.bookingDetails.shape;
const { shape: address } = details.address;
const { shape: tip } = tipSchema;
const { shape: extra } = details.extras.unwrap().element;

/** Descriptions of request fields. Kept out of the schemas, which the browser loads too. */
const DESCRIPTIONS: [z.ZodType, string, string?][] = [
  [shape.serviceId, "A service's `id`."],
  [shape.serviceType, "The service's own `service_type`."],
  [details.date, "A day with a free slot, yyyy-MM-dd.", "date"],
  [details.time, 'The start of a free slot, like "8:00 AM".'],
  [address.street, "The street address to clean."],
  [address.city, "The town."],
  [address.state, "A two-letter code or a name."],
  [address.zip, "5 digits, or ZIP+4 with a dash. Must be in the company's service area, if it has one."],
  [details.propertyId, "The id of a signed-in customer's saved property. Never with a key."],
  [details.notes, "What the crew should know."],
  [details.bedrooms, "1 to 5; 5 means five or more. Only if the service has `takes_rooms`."],
  [details.bathrooms, "1 to 4; 4 means four or more. Only if the service has `takes_rooms`."],
  [details.hours, "1, 2, 3, 4, 6, or 8. Required if the service has `takes_hours`; leave it out otherwise."],
  [details.halfBaths, "0 to 3, by default 0. Only if the service's `price_list` has `by` home."],
  [
    details.squareFeet,
    "The size of the home. Required if the service's `price_list` has `bands`; leave it out otherwise. A home larger than the last band needs an estimate.",
  ],
  [details.extras, "Extras of the service's `price_list`, each once, with a quantity from 1 to its `most`."],
  [extra.id, "The `id` of the extra."],
  [extra.quantity, "From 1 to the extra's `most`."],
  [
    details.frequency,
    "One of the service's `frequencies`: makes it a plan. Required for a monthly service; without it, other services are one visit.",
  ],
  [
    details.moves,
    "New times for visits of a plan, after a response with `clashes`. A visit with null for date and time is skipped.",
  ],
  [shape.customerEmail, "Fills in the email at the checkout.", "email"],
  [shape.customerName, "The name on the booking until the customer enters one at the checkout."],
  [
    shape.coupon,
    "The code of a coupon, for a single visit. A code that can't be used is refused with a message for the customer.",
  ],
  [
    shape.tip,
    "A tip for the crew, for a single visit that is paid in full now. It is a line of its own, and no part of the price.",
  ],
  [tip.percent, "10, 15, or 20: percent of the price before tax, in whole dollars from $5 on."],
  [tip.amount, "Another amount in cents, at most 50000."],
  [shape.referral, "What a customer's referral link ends with. The booking page sends it."],
  [
    shape.partner,
    "The id of the partner that the booking comes through. Only without a key; the widget sends it.",
    "uuid",
  ],
  [
    shape.partnerReference,
    "Only with a key: your own reference for the booking. Don't include a person's name.",
  ],
];

/** Adds the descriptions to the schemas. */
export function describeRequest(): void {
  for (const [schema, description, format] of DESCRIPTIONS) {
    z.globalRegistry.add(schema, { description, ...(format && { format }) });
  }
}
