import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";

type DisputeStatus = "open" | "won" | "lost";

/** What becomes of a dispute when its provider says this; null when it is no news. What the bank has decided stays. */
export function nextOfDispute(known: DisputeStatus | null, told: DisputeStatus): DisputeStatus | null {
  if (known === null) return told;
  return known === "open" && told !== "open" ? told : null;
}

type Words = { amount: number; currency: string; provider: string };

/** Why staff must look at a disputed booking. `due`: a day of the company; null when the bank names none. */
export function disputedInWords({ amount, currency, provider, due }: Words & { due: string | null }): string {
  const by = due ? ` by ${formatDate(due)}` : "";
  return `${DISPUTES} ${formatCents(amount, currency)}: answer at ${provider}${by}.`;
}

const DISPUTES = "The customer disputes";

export function lostInWords({ amount, currency }: Omit<Words, "provider">): string {
  return `The dispute of ${formatCents(amount, currency)} was lost: that money went back to the customer.`;
}

/** What a booking needs attention for, a line each; a dispute comes first, and takes the place of what it said before. */
export function withDispute(attention: string | null, line: string): string {
  return [line, ...others(attention)].join("\n");
}

export function withoutDispute(attention: string | null): string | null {
  return others(attention).join("\n") || null;
}

function others(attention: string | null): string[] {
  return (attention ?? "").split("\n").filter((line) => line !== "" && !line.startsWith(DISPUTES));
}
