import { type Choice, frequencyOf } from "./choice";
import type { Draft } from "./draft";
import type { CreatePayment } from "./forms";

/** The draft as the body of `create-payment`; inputs that the service doesn't have are left out (spec section 7). */
export function requestOf(draft: Draft, choice: Choice): CreatePayment {
  const { date, time, address, property, notes, bedrooms, bathrooms, hours, moves } = draft;
  const frequency = frequencyOf(draft, choice);
  return {
    serviceId: draft.service,
    serviceType: draft.type,
    bookingDetails: {
      date,
      time,
      address,
      notes,
      ...(property && { propertyId: property }),
      ...(choice.rooms && { bedrooms, bathrooms }),
      ...(choice.hours && { hours }),
      ...(frequency && { frequency, ...(moves && { moves }) }),
    },
    customerEmail: undefined,
    customerName: undefined,
    ...(draft.partner && { partner: draft.partner }),
  };
}

/** The name in the booking form of a field that the API calls `field`. */
export function formField(field: string): string {
  if (field === "serviceId") return "service";
  if (field === "serviceType") return "type";
  if (field === "bookingDetails.propertyId") return "property";
  return field.slice(field.lastIndexOf(".") + 1);
}
