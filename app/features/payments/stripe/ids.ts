import type { Stripe } from "stripe";

const STRIPES = /^(cs|pi|py|ch|re|pyr|du|dp|sub|in|evt)_\w{1,250}$/;

/** Whether something with this id would be Stripe's. */
export function isStripes(id: string): boolean {
  return STRIPES.test(id);
}

/** The id of what is there as an id or, expanded, as a whole. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  if (!thing) return null;
  return typeof thing === "string" ? thing : thing.id;
}

/** What refunds of an invoice name: the payment that settled it, else the one that is to. */
export function paymentOfInvoice(invoice: Stripe.Invoice | null): string | null {
  const payments = invoice?.payments?.data ?? [];
  const chosen = payments.find(({ status }) => status === "paid") ?? payments.at(0);
  return idOf(chosen?.payment.payment_intent) ?? idOf(chosen?.payment.charge);
}

/** Which payment a refund or dispute is of, as Stripe is asked for it. */
export function whose(payment: string) {
  return /^(ch|py)_/.test(payment) ? { charge: payment } : { payment_intent: payment };
}
