import type { Cents } from "~/lib/money";

type At = { at: Temporal.Instant };

/** What an order is made of and what moved for it; cents. Rows are only added, so that the past can be told again. */
export type Movements = {
  lines: (At & { label: string; amount: Cents })[];
  charges: (At & { amount: Cents })[];
  /** Refunds that have arrived. */
  refunds: (At & { amount: Cents })[];
  /** When the order was completed, for one that cost nothing. */
  completed_at: Temporal.Instant | null;
};

/**
 * When receipts of an order were issued: with its first payment, and anew with each later payment, line or refund. What
 * changes in one moment is one receipt.
 */
export function receiptMoments({ lines, charges, refunds, completed_at }: Movements): Temporal.Instant[] {
  const paid = charges.map(({ at }) => at).sort(Temporal.Instant.compare);
  const first = paid[0] ?? completed_at;
  if (!first) return [];
  const all = [first, ...[...lines, ...charges, ...refunds].map(({ at }) => at)];
  const later = all.filter((at) => Temporal.Instant.compare(at, first) >= 0).sort(Temporal.Instant.compare);
  return later.filter((at, index) => index === 0 || !at.equals(later[index - 1] ?? first));
}

/** "#1042" for the first receipt of an order, then "#1042-2". */
export function receiptNumber(order: string, no: number): string {
  return no === 1 ? order : `${order}-${no}`;
}

/** What a receipt says that was issued at a moment: all that had happened by then; cents. */
export function receiptAt<Moved extends Movements>(moved: Moved, moment: Temporal.Instant) {
  const until = <Row extends At>(rows: Row[]) =>
    rows.filter(({ at }) => Temporal.Instant.compare(at, moment) <= 0);
  const lines = until<Moved["lines"][number]>(moved.lines);
  const charges = until<Moved["charges"][number]>(moved.charges);
  const refunds = until<Moved["refunds"][number]>(moved.refunds);
  const sum = (rows: { amount: Cents }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  return { lines, charges, refunds, total: sum(lines), paid: sum(charges), back: sum(refunds) };
}
