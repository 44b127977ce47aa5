import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ComparedVisit, Comparison } from "~/features/catalog/office/prices/comparison";
import { formatCents } from "~/lib/money";
import { cx } from "~/ui/cx";

type Props = { comparison: Comparison; currency: string; from: string; until: string };

/** What a price list would have made of the visits of the last 90 days. */
export function PriceComparison({ comparison, currency, from, until }: Props) {
  const { visits, unpriced } = comparison;
  const left = unpriced.reduce((sum, one) => sum + one.visits, 0);
  if (visits + left === 0)
    return (
      <p className="text-moss">
        No visits of this service from {from} to {until}: nothing to compare.
      </p>
    );
  const perHour = (amount: number, minutes: number) => (minutes > 0 ? (amount * 60) / minutes : 0);
  const rows = [
    { label: `${counted(visits)} before tax`, old: comparison.old, now: comparison.new },
    { label: "Each visit", old: comparison.old / visits, now: comparison.new / visits },
    {
      label: "Each crew-hour",
      old: perHour(comparison.old, comparison.old_minutes),
      now: perHour(comparison.new, comparison.new_minutes),
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-moss">
        Visits from {from} to {until}, as they were sold. A plan's visit counts with its share of the month.
      </p>
      {visits > 0 && (
        <table className="w-full text-left text-[0.9375rem]/6 tabular-nums">
          <thead className="text-moss">
            <tr>
              <th scope="col" className="py-1 font-semibold">
                <span className="sr-only">Figure</span>
              </th>
              {["Sold for", "New", "Change"].map((heading) => (
                <th key={heading} scope="col" className="py-1 pl-3 text-right font-semibold">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, old, now }) => (
              <tr key={label} className="border-line border-t">
                <th scope="row" className="py-2 font-medium">
                  {label}
                </th>
                <td className="py-2 pl-3 text-right">{formatCents(Math.round(old), currency)}</td>
                <td className="py-2 pl-3 text-right">{formatCents(Math.round(now), currency)}</td>
                <td className="py-2 pl-3 text-right font-semibold">{changeText(old, now, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {visits > 0 && (
        <>
          <ul className="grid gap-3 sm:grid-cols-3">
            <Figure label="cost more" count={comparison.more} />
            <Figure label="cost less" count={comparison.less} />
            <Figure label="cost the same" count={comparison.same} />
          </ul>
          <div className="grid gap-6 md:grid-cols-2">
            <Named title="Would pay more" visits={comparison.losers} currency={currency} />
            <Named title="Would pay less" visits={comparison.winners} currency={currency} />
          </div>
        </>
      )}
      {left > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">
            {left === 1 ? "1 visit can't be priced" : `${counted(left)} can't be priced`} and{" "}
            {left === 1 ? "is" : "are"} left out
          </h3>
          <ul className="grid gap-1 text-[0.9375rem]/6">
            {unpriced.map(({ reason, visits: count, numbers }) => (
              <li key={reason}>
                <span className="font-medium tabular-nums">{counted(count)}</span>: {reason} (
                {numbers.map((number) => `#${number}`).join(", ")}
                {count > numbers.length && ` and ${(count - numbers.length).toLocaleString("en-US")} more`})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function counted(visits: number): string {
  return visits === 1 ? "1 visit" : `${visits.toLocaleString("en-US")} visits`;
}

/** "+$12.00 (+6.4%)". */
function changeText(old: number, now: number, currency: string): ReactNode {
  const cents = Math.round(now) - Math.round(old);
  const sign = cents < 0 ? "−" : "+";
  if (cents === 0) return "none";
  const percent = old > 0 ? ` (${sign}${Math.abs((cents / old) * 100).toFixed(1)}%)` : "";
  return `${sign}${formatCents(Math.abs(cents), currency)}${percent}`;
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <li className="rounded-control bg-paper px-4 py-3 ring-1 ring-line">
      <span className="font-semibold text-heading tabular-nums">{count.toLocaleString("en-US")}</span>{" "}
      <span className="text-moss">{label}</span>
    </li>
  );
}

type NamedProps = { title: string; visits: ComparedVisit[]; currency: string };

function Named({ title, visits, currency }: NamedProps) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {visits.length === 0 && <p className="text-moss">None.</p>}
      <ul className="divide-y divide-line">
        {visits.map(({ id, number, old, new: now }) => (
          <li
            key={id}
            className="flex min-h-11 items-center justify-between gap-3 text-[0.9375rem]/5 tabular-nums"
          >
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
            >
              #{number}
            </Link>
            <span className="text-right">
              <span className="text-moss">
                {formatCents(Math.round(old), currency)} → {formatCents(Math.round(now), currency)}
              </span>{" "}
              <span className={cx("font-semibold", now > old ? "text-berry" : "text-evergreen-700")}>
                {now > old ? "+" : "−"}
                {formatCents(Math.abs(Math.round(now - old)), currency)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
