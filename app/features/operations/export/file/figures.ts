/** Figures by name, and by currency where they are money (cents); "" where they are counts. */
export type Figures = Record<string, Record<string, number>>;

/** A figure that both sides must agree on. Cents by currency with `sum`, else a number of rows. */
export type Figure = {
  name: string;
  table: string;
  sum?: string;
  /** Only rows with these values; null: without a value. */
  where?: Record<string, string | null>;
};

export const FIGURES: readonly Figure[] = [
  { name: "Customers", table: "customers", where: { merged_into: null } },
  { name: "Homes", table: "properties" },
  { name: "Entry codes", table: "entry_codes" },
  { name: "Visits", table: "bookings" },
  { name: "Cancelled visits", table: "bookings", where: { status: "cancelled" } },
  { name: "Plans", table: "plans" },
  { name: "Orders", table: "orders", sum: "amount", where: { status: "completed" } },
  { name: "Charges", table: "money_events", sum: "amount", where: { kind: "charge" } },
  { name: "Refunds", table: "money_events", sum: "amount", where: { kind: "refund" } },
  { name: "Credit of customers", table: "credit_balances", sum: "amount" },
  {
    name: "Gift cards to redeem",
    table: "gift_cards",
    sum: "amount",
    where: { status: "paid", redeemed_at: null },
  },
  { name: "Messages", table: "contact_messages" },
  { name: "Emails", table: "mails" },
  { name: "Stored files", table: "files", where: { status: "stored" } },
];

type Row = (column: string) => string | null;

/** Counts the figures of rows as they come by. */
export function counter() {
  const found: Figures = {};
  for (const { name, sum } of FIGURES) found[name] = sum ? {} : { "": 0 };
  return {
    add(table: string, row: Row): void {
      for (const { name, sum, where = {}, table: of } of FIGURES) {
        if (of !== table || Object.entries(where).some(([column, value]) => row(column) !== value)) continue;
        const key = sum ? (row("currency") ?? "") : "";
        const sums = found[name] ?? {};
        sums[key] = (sums[key] ?? 0) + (sum ? Number(row(sum)) : 1);
        found[name] = sums;
      }
    },
    end: (): Figures => found,
  };
}

/** The names of the figures that differ. */
export function differing(one: Figures, other: Figures): string[] {
  return FIGURES.map(({ name }) => name).filter((name) => {
    const [ours, theirs] = [one[name] ?? {}, other[name] ?? {}];
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...keys].some((key) => (ours[key] ?? 0) !== (theirs[key] ?? 0));
  });
}
