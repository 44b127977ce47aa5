import { createPaymentSchema } from "~/features/booking/checkout/forms";
import {
  availabilityAnswer,
  bookingAnswer,
  createPaymentAnswer,
  errorAnswer,
  servicesAnswer,
} from "./answers";

/** What the API sends and takes, each under its name in the document. */
export const SCHEMAS = {
  Services: servicesAnswer,
  Availability: availabilityAnswer,
  CreatePayment: createPaymentSchema,
  Checkout: createPaymentAnswer,
  Booking: bookingAnswer,
  Error: errorAnswer,
} as const;

export type SchemaName = keyof typeof SCHEMAS;
