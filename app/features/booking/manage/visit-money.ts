import { isProcessing } from "~/features/payments/orders/processing";
import { type Cents, formatCents } from "~/lib/money";

type Order = Parameters<typeof isProcessing>[0] & {
  amount: Cents;
  paid_amount: Cents | null;
  currency: string;
};

/** In words; null when there is none. */
export type VisitMoney = { kept: string | null; due: string | null };

/**
 * What a visit has brought in and what it still has to: `refunded` is what went or is on its way back. Money that the bank
 * is still confirming is neither, and nothing is due of what was paid and then given back.
 */
export function visitMoney(order: Order | null, refunded: Cents): VisitMoney {
  if (!order) return { kept: null, due: null };
  const paid = (order.status === "completed" ? order.amount : order.paid_amount) ?? 0;
  const formatAmount = (amount: Cents) => formatCents(amount, order.currency);
  const due = paid === 0 && !isProcessing(order) ? formatAmount(order.amount) : null;
  return { kept: paid > refunded ? formatAmount(paid - refunded) : null, due };
}
