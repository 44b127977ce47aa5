import { METHOD_LABELS, OFFICE_METHODS, officeMethodOf } from "~/features/payments/orders/office-method";

import { isProcessing } from "~/features/payments/orders/processing";

/** How a visit can be paid for on the day, for people to choose from. */
export const METHOD_CHOICES = OFFICE_METHODS.map((method) => [method, METHOD_LABELS[method]] as const);

/** "Cash", "Pays on the day", "Test checkout". */
export function formatProvider(provider: string): string {
  const method = officeMethodOf(provider);
  if (method) return METHOD_LABELS[method];
  if (provider === "office" || provider === "demo") return "Pays on the day";
  const words = provider.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Payable = {
  order: {
    status: "pending" | "completed" | "failed";
    payment_session_id: string | null;
    processing_at: Temporal.Instant | null;
    session_closed_at: Temporal.Instant | null;
    paid_amount?: number | null;
    plan_id?: string | null;
  };
  booking: { status: string };
};

/** Why the office can't note money for an order, in words; null when it can. */
export function whyNotPayable({ order, booking }: Payable): string | null {
  if (order.status === "completed") return "This order is already paid.";
  if (order.paid_amount) return "A different amount was paid online than was due. Refund that payment first.";
  if (isProcessing(order)) return "The payment is processing: the bank is confirming it.";
  if (order.plan_id) return "Plans are paid online by the customer.";
  if (booking.status === "cancelled") return "The booking was cancelled.";
  return order.status === "pending" && order.payment_session_id !== null
    ? "The customer can still pay online. You can record a payment once that checkout has expired."
    : null;
}
