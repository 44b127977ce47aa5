import type { BookingStatus } from "~/features/booking/booking";
import {
  otherAmount,
  otherAmountBegins,
  PAID_AT_OFFICE_TOO,
  PAID_TOO_LATE,
  PAID_WHEN_ERASED,
} from "~/features/booking/paid-flag";
import { type Money, PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import type { Cents } from "~/lib/money";

type OrderStatus = "pending" | "completed" | "failed";

export type Settlement = {
  order: {
    status: OrderStatus;
    amount: Cents;
    currency: string;
    /** What is known to have come already, when that is another amount. */
    paid_amount?: Cents | null;
    /** Whether the office noted that it was paid on the day. */
    paid_to_office?: boolean;
    /** Whether it is known already that the checkout is done and its money on its way. */
    processing?: boolean;
  };
  /** Whether its hold has run out does not matter: what counts is that nobody took its crew. */
  booking: {
    status: BookingStatus;
    crew_id: string | null;
    /** Start of the visit. Once it has passed, another crew is of no use. */
    starts_at: Temporal.Instant;
    /** Set while staff must look; nothing is released meanwhile. */
    needs_attention: string | null;
    /** When its customer cancelled it; a slot that was only given back has none. */
    cancelled_at: Temporal.Instant | null;
    /** Of one that was given up: how far the money is of what stands for its draft now; null when nothing does. */
    instead?: Money | null;
    /** Whether its customer has deleted the account: nobody is there to be visited. */
    erased?: boolean;
  };
  /** What the provider says of the checkout. */
  session: { status: "open" | "processing" | "paid" | "failed" | "expired"; amount: Cents; currency: string };
  now: Temporal.Instant;
};

export type SettlementDecision =
  | { do: "nothing" }
  /** The money is on its way: the slot is kept until it comes or doesn't. `find_crew`: it was given up already. */
  | { do: "wait"; find_crew: boolean }
  /** Order completed; the booking gets `status`. */
  | { do: "confirm"; status: BookingStatus }
  /** Paid, but the slot was given up: find another free crew, else flag. */
  | { do: "rebook" }
  /** Paid after its customer had cancelled it: order completed and given back in full; the booking stays cancelled. */
  | { do: "give back" }
  /** Paid, but its draft has become something else that is paid for: given back in full; the booking stays cancelled. */
  | { do: "give back twice" }
  /** Order failed; the booking gets `status`. */
  | { do: "release"; status: BookingStatus }
  /** Staff must look; `reason` is for them. `settled`: the order was paid in full, so it is completed. */
  | { do: "flag"; reason: string; settled: boolean };

/**
 * What a checkout's state means for its order and booking. Safe to ask again and again, in any order of events: a
 * completed order is never touched, and what was paid is never dropped, not even when it was paid twice.
 */
export function decideSettlement({ order, booking, session, now }: Settlement): SettlementDecision {
  if (session.status === "open") return { do: "nothing" };
  if (session.status === "processing") return decideWaiting(order, booking, now);
  if (order.status === "completed") {
    if (!order.paid_to_office || session.status !== "paid" || booking.needs_attention)
      return { do: "nothing" };
    return { do: "flag", reason: PAID_AT_OFFICE_TOO, settled: false };
  }
  if (session.status === "expired" || session.status === "failed") {
    if (order.status === "failed" || booking.needs_attention) return { do: "nothing" };
    return { do: "release", status: booking.status === "pending" ? "cancelled" : booking.status };
  }
  if (session.amount !== order.amount || session.currency.toUpperCase() !== order.currency.toUpperCase()) {
    if (order.paid_amount === session.amount) return { do: "nothing" };
    if (booking.needs_attention?.includes(otherAmountBegins(session, order))) return { do: "nothing" };
    const kept = booking.status !== "cancelled" && (booking.status !== "pending" || booking.crew_id !== null);
    return { do: "flag", reason: otherAmount(session, order, { kept }), settled: false };
  }
  if (booking.erased) {
    return { do: "flag", reason: PAID_WHEN_ERASED, settled: true };
  }
  const { status, crew_id, starts_at } = booking;
  if (status === "cancelled" && booking.cancelled_at) return { do: "give back" };
  if (status === "cancelled" && booking.instead === "here") return { do: "give back twice" };
  if (status === "cancelled" && booking.instead === "owed") {
    return { do: "flag", reason: PAID_BESIDE_OWED, settled: true };
  }
  if (status === "completed" || (status !== "cancelled" && crew_id !== null)) {
    return { do: "confirm", status: status === "pending" ? "confirmed" : status };
  }
  if (Temporal.Instant.compare(starts_at, now) <= 0) {
    return { do: "flag", reason: PAID_TOO_LATE, settled: true };
  }
  return { do: "rebook" };
}

function decideWaiting(
  order: Settlement["order"],
  { status, cancelled_at, starts_at, erased = false, instead = null }: Settlement["booking"],
  now: Temporal.Instant,
): SettlementDecision {
  if (order.status === "completed" || order.processing) return { do: "nothing" };
  const given_up = status === "cancelled" && cancelled_at === null && !erased;
  const wanted = given_up && (instead === null || instead === "awaited");
  return { do: "wait", find_crew: wanted && Temporal.Instant.compare(starts_at, now) > 0 };
}
