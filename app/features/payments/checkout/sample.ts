import { formatCents } from "~/lib/money";

/** The order that /payment shows without a checkout session: three hours at $53 and 8.5% tax (spec section 9). */
export const SAMPLE_ORDER = {
  facts: ["Regular Cleaning", "A sample order: this page is a demo and charges nothing."],
  lines: [
    { label: "Regular Cleaning, 3 hours × $53.00", amount: formatCents(15_900) },
    { label: "Tax (8.5%)", amount: formatCents(1_352) },
  ],
  total: formatCents(17_252),
};
