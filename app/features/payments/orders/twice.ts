/** How far the money of what a draft stands for is. `owed`: the office keeps it, though it is not paid for. */
export type Money = "here" | "on its way" | "awaited" | "owed";

/** Why money of a draft goes back that had paid for something already. */
export const PAID_TWICE = "Paid twice for one booking";

/** The key of that refund: one an order. */
export function twiceKey(orderId: string): string {
  return `twice:${orderId}`;
}

/** Whether a refund gives back what was paid twice. */
export function isPaidTwice(refund: { idempotency_key: string }): boolean {
  return refund.idempotency_key.startsWith("twice:");
}

/** For staff: money came for a draft whose booking is confirmed without payment. */
export const PAID_BESIDE_OWED =
  "Paid, but the same customer has another booking instead of this one, which is not paid yet. Refund one, or keep both.";
