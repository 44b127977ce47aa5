import type { EventSubject, PaymentEvent } from "~/platform/payment-gateway";
import { idOf } from "./ids";

const SUBJECTS: [prefix: string, about: EventSubject][] = [
  ["checkout.session.", "session"],
  ["charge.refunded", "payment"],
  ["charge.refund.", "refund"],
  ["charge.dispute.", "dispute"],
  ["refund.", "refund"],
  ["customer.subscription.", "subscription"],
  ["invoice.", "invoice"],
];

/** The fields of an event that count here; whatever else it says of its object is read afresh. */
type StripeEvent = {
  id: string;
  type: string;
  livemode: boolean;
  /** Set when it comes from another account that is connected to this one. */
  account?: string | null;
  data: { object: { id?: string | null; payment_intent?: string | { id: string } | null } };
};

/** What an event is about; null when it is another account's, or of the other mode than our key. */
export function toEvent(event: StripeEvent, livemode: boolean): PaymentEvent | null {
  if (event.account || event.livemode !== livemode) return null;
  const about = SUBJECTS.find(([prefix]) => event.type.startsWith(prefix))?.[1] ?? "other";
  const { object } = event.data;
  const object_id = (about === "payment" ? idOf(object.payment_intent) : null) ?? object.id ?? "";
  return { id: event.id, type: event.type, about: object_id ? about : "other", object_id };
}
