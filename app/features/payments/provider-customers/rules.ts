import type { KnownCustomer } from "~/platform/outside/payment-gateway";

/** Whether an ID is really this customer's: the provider knows it, under one of their emails. The reason is for the office. */
export function whyNotTheirs(
  id: string,
  found: Pick<KnownCustomer, "email"> | null,
  emails: readonly string[],
): string | null {
  if (!found) return `Stripe does not know the customer ${id}, or deleted it.`;
  if (!found.email) return `The customer ${id} has no email at Stripe, so nobody can tell whose it is.`;
  if (!emails.includes(found.email.toLowerCase()))
    return `The customer ${id} has an email at Stripe that this customer does not have here.`;
  return null;
}

/** A customer at a payment provider as the office sees it. */
export type ProviderCustomerView = {
  id: string;
  status: "unconfirmed" | "confirmed" | "refused";
  reason: string | null;
  /** As "Visa ending in 4242, 12/2030". */
  cards: string[];
};
