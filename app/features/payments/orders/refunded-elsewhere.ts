import { formatDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

const BEGINS = "Refunded in full at ";

type Refunded = {
  provider: string;
  amount: Cents;
  currency: string;
  /** Of a plan: the company's day of that charge. */
  charged?: string;
};

/** Why staff must look at a visit, or a plan, whose money went back in the provider's own office. */
export function formatRefunded({ provider, amount, currency, charged }: Refunded): string {
  const what = `${BEGINS}${provider}: ${formatCents(amount, currency)}`;
  return charged
    ? `${what}, charged ${formatDate(charged)}. End the plan, or keep its visits as unpaid.`
    : `${what}. Cancel this visit, or keep it as unpaid.`;
}

/** Whether that is among the reasons for which something needs attention. */
export function isRefundedElsewhere(attention: string | null): boolean {
  return (attention ?? "").split("\n").some((line) => line.startsWith(BEGINS));
}

/** The other reasons; null when there are none. */
export function withoutRefunded(attention: string | null): string | null {
  const others = (attention ?? "").split("\n").filter((line) => line !== "" && !line.startsWith(BEGINS));
  return others.join("\n") || null;
}
