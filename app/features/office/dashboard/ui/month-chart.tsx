import { formatMonth } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { Disclosure } from "~/ui/disclosure";
import { Bars } from "./bars";
import { Panel } from "./panel";

type Month = { month: string; revenue: number; bookings: number };
type Props = { months: Month[]; currency: string; tests: { ever: boolean } };

/** Revenue and bookings of the last twelve months, as bars and as a table. */
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
