import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { CustomerView } from "~/features/customers/office/customer";
import { Badge } from "~/ui/list/badge";
import { TestMark } from "~/ui/page/test-mark";

/** A touch target as tall as its line allows. */
export const linkLook = "-my-1 inline-block rounded-control py-1 text-evergreen-700 hover:underline";

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

type PanelSectionProps = {
  heading: string;
  /** Total number, and how many of them are shown. */
  count?: number;
  shown?: number;
  /** URL that shows all of them. */
  allHref?: string;
  empty?: string;
  children: ReactNode;
};

export function PanelSection({ heading, count, shown = count, allHref, empty, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="mb-2.5 font-semibold">
        {heading}
        {count !== undefined && count > 0 && (
          <span className="ml-2 font-normal text-moss tabular-nums">{count.toLocaleString("en-US")}</span>
        )}
      </h3>
      {count === 0 ? <p className="text-[0.9375rem] text-moss">{empty}</p> : children}
      {count !== undefined && shown !== undefined && shown < count && allHref && (
        <Link
          to={allHref}
          preventScrollReset
          className="mt-2 inline-flex min-h-11 items-center font-medium text-[0.9375rem] text-evergreen-700 hover:underline"
        >
          All {count.toLocaleString("en-US")} {heading.toLowerCase()}
        </Link>
      )}
    </section>
  );
}

const TONES = { pending: "amber", confirmed: "green", completed: "green", cancelled: "berry" } as const;
const LABELS = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
} as const;

type Shown = Pick<CustomerView, "id" | "totals">;

export function CustomerBookings({ id: customer, bookings, totals }: Shown & Pick<CustomerView, "bookings">) {
  return (
    <PanelSection
      heading="Bookings"
      count={totals.bookings}
      shown={bookings.length}
      allHref={`/admin/bookings?customer=${customer}`}
      empty="No bookings"
    >
      <ul className="-mx-2 grid">
        {bookings.map(({ id, number, service, when, town, status, amount, as_guest }) => (
          <li key={id}>
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-start justify-between gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">
                  {service} <span className="font-normal text-moss tabular-nums">{number}</span>
                </span>
                <span className="block text-moss">{[when, town].filter(Boolean).join(" · ")}</span>
                {as_guest && <span className="block text-moss">Booked without an account</span>}
              </span>
              <span className="grid shrink-0 justify-items-end gap-1">
                <Badge tone={TONES[status]}>{LABELS[status]}</Badge>
                <span className="text-moss tabular-nums">{amount}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

export function CustomerPlans({ plans }: Pick<CustomerView, "plans">) {
  return (
    <PanelSection heading="Plans" count={plans.length}>
      <ul className="-mx-2 grid">
        {plans.map(({ id, number, service, rhythm, status, amount }) => (
          <li key={id}>
            <Link
              to={`/admin/plans/${id}`}
              className="flex min-h-11 items-start justify-between gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">
                  {service} <span className="font-normal text-moss tabular-nums">{number}</span>
                </span>
                <span className="block text-moss">{capitalized(rhythm)}</span>
              </span>
              <span className="grid shrink-0 justify-items-end gap-1">
                <Badge tone={status === "active" ? "green" : "neutral"}>
                  {status === "pending" ? "Waiting for payment" : capitalized(status.replace("_", " "))}
                </Badge>
                <span className="text-moss tabular-nums">{amount}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

export function CustomerPayments({ id: customer, payments, totals }: Shown & Pick<CustomerView, "payments">) {
  return (
    <PanelSection
      heading="Payments"
      count={totals.payments}
      shown={payments.length}
      allHref={`/admin/orders?customer=${customer}`}
      empty="No payments"
    >
      <ul className="grid gap-2 text-[0.9375rem]">
        {payments.map(({ id, order_id, number, kind, amount, status, on, is_test }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span>
              {kind === "paid" ? "Paid" : "Refund"}{" "}
              <Link to={`/admin/orders/${order_id}`} className={linkLook}>
                {number}
              </Link>{" "}
              <span className="text-moss">{on}</span>
              {status === "pending" && <span className="text-moss"> · processing</span>}
              {status === "failed" && <span className="text-berry"> · failed</span>}
              <TestMark is={is_test} className="ml-2" />
            </span>
            <span className="tabular-nums">{kind === "refund" ? `−${amount}` : amount}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
