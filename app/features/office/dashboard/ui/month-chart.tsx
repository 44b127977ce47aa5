import { formatMonth } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { Disclosure } from "~/ui/action/disclosure";
import { Panel } from "./panel";

type Month = { month: string; revenue: number; bookings: number };
type Props = { months: Month[]; currency: string; tests: { ever: boolean } };

/** Revenue and bookings of twelve months, as bars and as a table. */
export function MonthChart({ months, currency, tests }: Props) {
  const money = (cents: number) => formatCents(cents, currency);
  const count = (bookings: number) => bookings.toLocaleString("en-US");
  return (
    <Panel id="months" title="Revenue and bookings" note="The last 12 months">
      <div className="grid gap-6">
        <Bars
          title="Revenue"
          months={months.map(({ month, revenue }) => ({ month, value: revenue, label: money(revenue) }))}
        />
        <Bars
          title="Bookings"
          months={months.map(({ month, bookings }) => ({ month, value: bookings, label: count(bookings) }))}
        />
      </div>
      <Disclosure title="Show as table" className="mt-4 -mb-3">
        <table className="w-full text-left text-[0.9375rem]/5 tabular-nums">
          <caption className="sr-only">Revenue and bookings by month</caption>
          <thead>
            <tr className="border-line border-b text-moss">
              <th scope="col" className="py-2 pr-3 font-semibold">
                Month
              </th>
              <th scope="col" className="py-2 pr-3 text-right font-semibold">
                Revenue
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                Bookings
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, revenue, bookings }) => (
              <tr key={month} className="border-line not-last:border-b">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {formatMonth(month)}
                </th>
                <td className="py-2 pr-3 text-right">{money(revenue)}</td>
                <td className="py-2 text-right">{count(bookings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
      <p className="mt-3 text-[0.8125rem]/5 text-moss">
        Revenue is completed orders minus refunds, in {currency}. Bookings count in the month they were made;
        cancelled ones are left out.
        {tests.ever && " Revenue includes test payments, which moved no money."}
      </p>
    </Panel>
  );
}

type BarsMonth = { month: string; value: number; label: string };

/** One bar per month; the last month is incomplete. Screen readers get the highest and the latest value. */
function Bars({ title, months }: { title: string; months: BarsMonth[] }) {
  const highest = months.toSorted((a, b) => b.value - a.value)[0];
  const latest = months.at(-1);
  const top = Math.max(highest?.value ?? 0, 1);
  const step = 100 / Math.max(months.length, 1);
  if (!highest || !latest) return null;
  return (
    <figure>
      <figcaption className="mb-2 flex items-baseline justify-between gap-3 text-[0.9375rem]/5">
        <span className="font-semibold">{title}</span>
        {highest.value > 0 && (
          <span className="text-[0.8125rem]/5 text-moss tabular-nums">
            Highest: {highest.label} in {formatMonth(highest.month)}
          </span>
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: the highest is ${highest.label} in ${formatMonth(highest.month)}; ${formatMonth(latest.month)} so far has ${latest.label}.`}
        className="h-28 w-full border-line border-b sm:h-32"
      >
        {months.map(({ month, value, label }, index) => {
          const height = Math.max(value, 0) / top;
          return (
            <g key={month}>
              <title>{`${formatMonth(month)}: ${label}`}</title>
              <rect x={`${index * step}%`} width={`${step}%`} height="100%" className="fill-transparent" />
              <rect
                x={`${(index + 0.16) * step}%`}
                width={`${0.68 * step}%`}
                y={`${(1 - height) * 100}%`}
                height={`${height * 100}%`}
                rx="3"
                className={index === months.length - 1 ? "fill-evergreen-400" : "fill-evergreen-700"}
              />
            </g>
          );
        })}
      </svg>
      <div aria-hidden className="mt-1.5 grid grid-cols-12 text-center text-[0.75rem]/4 text-moss">
        {months.map(({ month }) => (
          <span key={month}>{formatMonth(month).slice(0, 3)}</span>
        ))}
      </div>
    </figure>
  );
}
