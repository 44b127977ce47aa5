import type { Slot } from "~/features/scheduling/availability/slots";

/**
 * A customer as the form for a booking by telephone offers them. The id is that of the account, or of the newest booking
 * where they have none.
 */
export type Caller = { id: string; has_account: boolean; name: string; email: string; phone: string };

export type CallerAddress = {
  id: string;
  /** "Home, 14 Barnstead Road, Pittsfield". */
  label: string;
  street: string;
  apartment: string;
  city: string;
  state: string;
  zip: string;
  bedrooms: number | null;
  bathrooms: number | null;
};

/** What can be booked by telephone; `slots` and `price` are those of the chosen service, hours and day. */
export type PhoneOffer = {
  services: { id: string; title: string; hours: boolean; rooms: boolean }[];
  crews: { id: string; name: string }[];
  service: string;
  hours: number;
  date: string;
  today: string;
  last: string;
  slots: Slot[];
  price: string | null;
};
