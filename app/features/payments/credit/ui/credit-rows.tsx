import type { CreditView } from "~/features/payments/credit/credit";

/** What came to a customer's credit and what was used of it, the newest first. */
export function CreditRows({ rows }: Pick<CreditView, "rows">) {
  return (
    <ul className="grid gap-2.5 text-[0.9375rem]/6">
      {rows.map(({ id, amount, what, note, on }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
          <span className="wrap-anywhere">{what}</span>
          <span className="text-right font-semibold tabular-nums">{amount}</span>
          <span className="text-[0.8125rem]/5 text-moss">{[on, note].filter(Boolean).join(", ")}</span>
        </li>
      ))}
    </ul>
  );
}
