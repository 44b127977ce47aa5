import { z } from "zod";
import { createPaymentSchema } from "~/features/booking/forms";

const { shape } = createPaymentSchema;
const details = shape.bookingDetails.shape;
const { shape: address } = details.address;

/** What the document says about the fields of a request: kept apart from their schemas, which the browser loads, too. */
const NOTES: [z.ZodType, string, string?][] = [
  [shape.serviceId, "A service's `id`."],
  [shape.serviceType, "The service's own `service_type`."],
  [details.date, "A day with a free slot, yyyy-MM-dd.", "date"],
  [details.time, 'The start of a free slot, like "8:00 AM".'],
  [address.street, "Where to clean."],
  [address.city, "Its town."],
  [address.state, "A two-letter code or a name."],
  [address.zip, "5 digits, or 9 with a dash."],
  [details.propertyId, "A saved address of a customer who has signed in; never with a key."],
  [details.notes, "What the crew should know."],
  [details.bedrooms, "1 to 5; 5 stands for five or more. Only when the service takes rooms."],
  [details.bathrooms, "1 to 4; 4 stands for four or more. Only when the service takes rooms."],
  [details.hours, "1, 2, 3, 4, 6 or 8. Required when the service takes hours, left out when not."],
  [details.frequency, "Required for a monthly service: one of its `frequencies`."],
  [
    details.moves,
    "Visits of a plan that are put elsewhere, after an answer with `clashes`; without date and time it is skipped.",
  ],
  [shape.customerEmail, "Fills in the checkout.", "email"],
  [shape.customerName, "Stands on the booking until the checkout says otherwise."],
  [
    shape.partner,
    "Only without a key, as the widget does: the id of the partner it is booked through.",
    "uuid",
  ],
  [shape.partnerReference, "With a key: your own name for the booking. Don't put a person's name in it."],
];

/** Puts the notes to their schemas. */
export function noteRequest(): void {
  for (const [schema, description, format] of NOTES) {
    z.globalRegistry.add(schema, { description, ...(format && { format }) });
  }
}
