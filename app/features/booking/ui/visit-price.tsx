import { Card } from "~/ui/card";
import { type GivenBack, type PriceLine, refundInWords } from "../visit-page";

type Props = { lines: PriceLine[]; total: string; paidOn: string | null; refunds: GivenBack[] };

/** What the visit costs, whether it is paid, and what was given back. */
export function VisitPrice({ lines, total, paidOn, refunds }: Props) {
  return (
    <Card as="aside" aria-labelledby="price-heading" className="h-fit p-6 sm:p-7">
      <h2 id="price-heading" className="text-heading">
        Price
      </h2>
      <div className="mt-4 grid gap-2">
        {lines.map(({ label, amount }) => (
          <MoneyLine key={label} label={label} amount={amount} quiet />
        ))}
      </div>
      <p className="mt-4 flex items-baseline justify-between gap-6 border-line border-t border-dashed pt-4">
        <span className="font-semibold">{paidOn ? "Paid" : "Total"}</span>
        <span className="font-display text-2xl tabular-nums [font-weight:560]">{total}</span>
      </p>
      {paidOn && <p className="text-moss text-sm">on {paidOn}</p>}
      {refunds.length > 0 && (
        <div className="mt-4 grid gap-2 border-line border-t border-dashed pt-4">
          {refunds.map((refund, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <MoneyLine key={index} label={refundInWords(refund)} amount={refund.amount} />
          ))}
        </div>
      )}
    </Card>
  );
}

function MoneyLine({ label, amount, quiet = false }: PriceLine & { quiet?: boolean }) {
  return (
    <p className="flex justify-between gap-6">
      <span className={quiet ? "text-moss" : undefined}>{label}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  );
}
