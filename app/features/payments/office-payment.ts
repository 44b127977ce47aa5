/** How a visit is paid for on the day. */
export const OFFICE_METHODS = ["cash", "check", "card"] as const;
export type OfficeMethod = (typeof OFFICE_METHODS)[number];

export const METHOD_LABELS: Record<OfficeMethod, string> = { cash: "Cash", check: "Check", card: "Card" };

export function isOfficeMethod(text: string): text is OfficeMethod {
  return OFFICE_METHODS.some((method) => method === text);
}

/** What an order's `provider` is once the office took the money: no provider can give it back. */
export function officeProvider(method: OfficeMethod): string {
  return `office-${method}`;
}

/** How the office took the money of an order; null when it didn't. */
export function officeMethodOf(provider: string): OfficeMethod | null {
  const [, method = ""] = /^office-(\w+)$/.exec(provider) ?? [];
  return isOfficeMethod(method) ? method : null;
}

/** "Cash", "Pays on the day", "Test checkout". */
export function providerInWords(provider: string): string {
  const method = officeMethodOf(provider);
  if (method) return METHOD_LABELS[method];
  if (provider === "office" || provider === "demo") return "Pays on the day";
  const words = provider.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Payable = {
  order: { status: "pending" | "completed" | "failed"; payment_session_id: string | null };
  booking: { status: string };
};

/** Why the office can't note money for an order, in words; null when it can. */
export function whyNotPayable({ order, booking }: Payable): string | null {
  if (order.status === "completed") return "This order is paid.";
  if (booking.status === "cancelled") return "Its booking has been cancelled.";
  return order.status === "pending" && order.payment_session_id !== null
    ? "Its customer can still pay online. The payment can be recorded once that checkout has ended."
    : null;
}
