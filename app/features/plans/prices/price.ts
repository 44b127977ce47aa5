import { type PriceLine, type Tax, taxOn } from "~/features/catalog/pricing";
import type { Cents } from "~/lib/money";

type Line = Omit<PriceLine, "kind"> & Partial<Pick<PriceLine, "kind">>;

/** What a month of a plan costs, tax included; the lines add up to it. */
export type MonthPrice = { amount: Cents; price_lines: Line[] };

/** A change of a plan's price, for charges on `starts_on` or later. `before_*`: until then. */
export type PriceChange = MonthPrice & {
  status: "scheduled" | "applied" | "withdrawn" | "dropped";
  starts_on: string;
  before_amount: Cents;
  before_lines: Line[];
};

/** What the charge on a day costs, by the changes of the plan's price in the order in which they were made. */
export function priceOn(plan: MonthPrice, changes: readonly PriceChange[], day: string): MonthPrice {
  const counting = changes
    .filter(({ status }) => status === "applied" || status === "scheduled")
    .toSorted((one, other) =>
      one.starts_on < other.starts_on ? -1 : one.starts_on > other.starts_on ? 1 : 0,
    );
  const now = counting.findLast(({ starts_on }) => starts_on <= day);
  if (now) return { amount: now.amount, price_lines: now.price_lines };
  const [first] = counting;
  return first ? { amount: first.before_amount, price_lines: first.before_lines } : plan;
}

function isToCome({ status, starts_on }: PriceChange, today: string): boolean {
  return status === "scheduled" || (status === "applied" && starts_on > today);
}

/** The first change of a price that no charge has cost on a day yet; of several for one charge, the latest. */
export function nextPrice<Change extends PriceChange>(changes: readonly Change[], today: string) {
  const coming = changes.filter((one) => isToCome(one, today));
  const first = coming.map(({ starts_on }) => starts_on).toSorted()[0];
  return coming.findLast(({ starts_on }) => starts_on === first);
}

/**
 * What a price from a charge on does to the other prices to come: which it takes the place of, and what is charged without
 * them. `isNew`: it must be stored, as it isn't what is charged then anyway.
 */
export function replacedBy<Change extends PriceChange>(
  { amount, starts_on }: Pick<PriceChange, "amount" | "starts_on">,
  plan: MonthPrice,
  changes: readonly Change[],
  today: string,
): { dropped: Change[]; before: MonthPrice; isNew: boolean } {
  const coming = changes.filter((one) => isToCome(one, today));
  const isOtherLater = coming.some((one) => one.starts_on > starts_on && one.amount !== amount);
  if (priceOn(plan, changes, starts_on).amount === amount && !isOtherLater)
    return { dropped: [], before: plan, isNew: false };
  const dropped = coming.filter((one) => one.status === "scheduled" || one.starts_on >= starts_on);
  const early = dropped.find(({ status }) => status === "applied");
  const before = early ? { amount: early.before_amount, price_lines: early.before_lines } : plan;
  return { dropped, before, isNew: before.amount !== amount };
}

/** The tax in a price. Lines of before have no kinds. */
export function taxIn(lines: readonly Line[]): Cents {
  const isTax = ({ kind, label }: Line) => kind === "tax" || (!kind && label.startsWith("Tax ("));
  return lines.filter(isTax).reduce((sum, { amount }) => sum + amount, 0);
}

const OTHER = "New price";

/** The price with another sum before tax: its lines, one that says the difference, and the tax as it is today. */
export function otherAmount(
  { price_lines }: Pick<MonthPrice, "price_lines">,
  net: Cents,
  tax: Tax,
): MonthPrice & { tax_amount: number } {
  const kept = price_lines.filter(({ kind, label }) => kind !== "tax" && label !== OTHER);
  const difference = net - kept.reduce((sum, { amount }) => sum + amount, 0);
  const tax_amount = taxOn(net, tax);
  const lines: Line[] = [
    ...kept,
    ...(difference === 0 ? [] : [{ kind: "service" as const, label: OTHER, amount: difference }]),
    ...(tax_amount === 0 ? [] : [{ kind: "tax" as const, label: `Tax (${tax.rate}%)`, amount: tax_amount }]),
  ];
  return { amount: net + tax_amount, tax_amount, price_lines: lines };
}
