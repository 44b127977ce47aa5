import { Link } from "react-router";
import { formatMinutes } from "~/features/fieldwork/hours/hours";
import type { HomeOverrun } from "~/features/fieldwork/pay/view";
import { formatCents } from "~/lib/money";
import { Card } from "~/ui/page/card";

/** Homes that take longer than planned, with the length and price that would fit. `linked`: to their customers. */
export function OverrunList({ overruns, linked = false }: { overruns: HomeOverrun[]; linked?: boolean }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {overruns.map((overrun) => (
        <Card as="li" key={overrun.id} className="wrap-anywhere p-4 text-[0.9375rem]/6">
          {linked && overrun.customer_id ? (
            <Link
              to={`/admin/customers/${overrun.customer_id}`}
              className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
            >
              {overrun.customer ?? "Customer"}
            </Link>
          ) : null}
          <p className="text-moss">
            {overrun.service}, {overrun.address}
          </p>
          <p>
            The last {overrun.longer.length} visits took{" "}
            {new Intl.ListFormat("en-US").format(overrun.longer.map((minutes) => formatMinutes(minutes)))}{" "}
            longer.
          </p>
          <p>
            Plan <b className="font-semibold">{formatMinutes(overrun.minutes.next)}</b> instead of{" "}
            {formatMinutes(overrun.minutes.now)}
            {overrun.price && (
              <>
                : <b className="font-semibold">{formatCents(overrun.price.next, overrun.currency)}</b> instead
                of {formatCents(overrun.price.now, overrun.currency)}
              </>
            )}
            .
          </p>
        </Card>
      ))}
    </ul>
  );
}
