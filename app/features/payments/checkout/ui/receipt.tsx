import { Card } from "~/ui/card";
import { TestMark } from "~/ui/test-mark";

type ReceiptLine = { label: string; amount: string };

type Props = {
  heading: string;
  facts: string[];
  lines: ReceiptLine[];
  total: string;
  totalLabel?: string;
  isTest?: boolean;
};

/** What is bought and what it costs, as on paper. */
export function Receipt({ heading, facts, lines, total, totalLabel = "Total", isTest = false }: Props) {
  return (
    <Card as="aside" className="p-6 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-heading">{heading}</h2>
        <TestMark is={isTest} />
      </div>
      <div className="mt-3 grid gap-1 text-moss">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <div className="mt-5 grid gap-2 border-line border-t border-dashed pt-5">
        {lines.map(({ label, amount }) => (
          <p key={label} className="flex justify-between gap-6">
            <span className="text-moss">{label}</span>
            <span className="tabular-nums">{amount}</span>
          </p>
        ))}
        <p className="mt-1 flex items-baseline justify-between gap-6">
          <span className="font-semibold">{totalLabel}</span>
          <span className="font-display text-2xl tabular-nums [font-weight:560]">{total}</span>
        </p>
      </div>
    </Card>
  );
}
