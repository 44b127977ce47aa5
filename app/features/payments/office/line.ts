import { type Cents, formatCents } from "~/lib/money";

/** The lines that staff add. All but `discount` cost something. */
export const STAFF_LINES = ["time", "extra", "travel", "fee", "discount"] as const;
export type StaffLine = (typeof STAFF_LINES)[number];

export const LINE_LABELS: Record<StaffLine, string> = {
  time: "Extra time",
  extra: "Extra",
  travel: "Travel",
  fee: "Other charge",
  discount: "Discount",
};

/** The most minutes that staff add to a visit at once. */
export const MOST_MINUTES = 480;

/** `amount` in cents, without a sign. `minutes` make the visit longer. `seen`: the order's amount that staff saw. */
export type LineWish = {
  kind: string;
  amount: Cents | null;
  label: string;
  reason: string;
  minutes: number | null;
  seen: Cents;
};

export type LineField = "kind" | "amount" | "label" | "reason" | "minutes";

/** An order as it stands; cents. `left`: what can still be given back. `tax`: ten-thousandths of each cent before tax. */
export type LineOrder = {
  amount: Cents;
  /** What of the amount are tips, which no discount takes off. */
  tips: Cents;
  charged: Cents;
  returned: Cents;
  left: Cents;
  tax: number;
  currency: string;
  disputed: boolean;
  why_not: string | null;
  /** Whether their role gives money back: a discount can do that. */
  may_discount: boolean;
};

export type LineDecision =
  | {
      ok: true;
      lines: { kind: StaffLine | "tax"; label: string; amount: Cents }[];
      /** What goes back of what was paid, since less is owed now. */
      refund: Cents;
      minutes: number;
      reason: string;
    }
  | { ok: false; field: LineField; message: string };

/** Whether staff can add a line, and what follows from it. Less is never owed than was refunded. */
export function decideLine(order: LineOrder, wish: LineWish): LineDecision {
  const { kind, amount, reason, seen } = wish;
  const minutes = wish.minutes ?? 0;
  if (order.why_not) return refuse("amount", order.why_not);
  if (!isStaffLine(kind)) return refuse("kind", "Choose what the line is for.");
  if (kind === "discount" && !order.may_discount)
    return refuse("kind", "Your role can't give discounts. Ask somebody who gives refunds.");
  if (amount === null || amount < 0 || (amount === 0 && kind !== "time"))
    return refuse("amount", "Enter an amount, like 79.50.");
  if (minutes < 0 || minutes > MOST_MINUTES || minutes % 15 !== 0)
    return refuse("minutes", `Enter minutes in steps of 15, at most ${MOST_MINUTES}.`);
  if (minutes > 0 && kind !== "time") return refuse("minutes", "Only extra time makes a visit longer.");
  if (amount === 0 && minutes === 0) return refuse("amount", "Enter an amount, like 79.50.");
  if (!reason) return refuse("reason", "Enter a reason. It stays with the order.");
  if (seen !== order.amount)
    return refuse("amount", "The order has changed. Please check its lines and try again.");
  const signed = kind === "discount" ? -amount : amount;
  const label = wish.label || (minutes > 0 ? `${LINE_LABELS[kind]}, ${minutes} minutes` : LINE_LABELS[kind]);
  const tax = Math.round((signed * order.tax) / 10_000);
  const after = order.amount + signed + tax;
  const format = (cents: Cents) => formatCents(cents, order.currency);
  const price = order.amount - order.tips;
  const without = order.tips > 0 ? " without the tip" : "";
  if (price + signed + tax < 0)
    return refuse("amount", `That's more than the order's total of ${format(price)}${without}.`);
  const refund = signed < 0 ? Math.max(0, order.charged - order.returned - after) : 0;
  if (refund > order.left)
    return refuse("amount", `Only ${format(order.left)} of the payment is left. The rest was refunded.`);
  if (refund > 0 && order.disputed)
    return refuse("amount", "The customer disputes this payment. Wait until the bank has decided.");
  const taxLine = { kind: "tax" as const, label: `Tax on ${label}`, amount: tax };
  const lines = [{ kind, label, amount: signed }, ...(tax === 0 ? [] : [taxLine])];
  return { ok: true, lines, refund, minutes, reason };
}

function isStaffLine(kind: string): kind is StaffLine {
  return STAFF_LINES.some((one) => one === kind);
}

function refuse(field: LineField, message: string): LineDecision {
  return { ok: false, field, message };
}

type Taxed = { total_amount: Cents; tax_amount: Cents };

/** The tax of a price in ten-thousandths; 0 without tax. */
export function taxOf({ total_amount, tax_amount }: Taxed): number {
  return total_amount > 0 ? Math.round((tax_amount * 10_000) / total_amount) : 0;
}

type Standing = { status: "pending" | "completed" | "failed"; provider: string; paid_amount: Cents | null };

/** Why no line can be added to an order; null when one can. */
export function whyNoLine({ status, provider, paid_amount }: Standing): string | null {
  if (status === "failed") return "This order was given up. Book the visit again to charge for it.";
  if (paid_amount) return "A different amount was paid than was due. Settle that first.";
  if (status === "pending" && provider !== "office")
    return "The customer is paying for this order online. Wait until that checkout is paid or has expired.";
  return null;
}
