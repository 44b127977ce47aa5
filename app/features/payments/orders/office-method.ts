/** How a visit is paid for on the day. */
export const OFFICE_METHODS = ["cash", "check", "card"] as const;
export type OfficeMethod = (typeof OFFICE_METHODS)[number];

export const METHOD_LABELS: Record<OfficeMethod, string> = { cash: "Cash", check: "Check", card: "Card" };

/** What an order's `provider` is while its visit is to be paid for on the day. */
export const OFFICE_PROVIDER = "office";

/** "Paid in cash". */
export const PAID_HOW: Record<OfficeMethod, string> = { cash: "in cash", check: "by check", card: "by card" };

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
