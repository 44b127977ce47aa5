import { Link } from "react-router";
import type { CustomerView } from "~/features/customers/office/customer";
import { Badge } from "~/ui/badge";
import { TestMark } from "~/ui/test-mark";
import { PanelSection } from "./panel-section";

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
        {bookings.map(({ id, service, when, town, status, amount, as_guest }) => (
          <li key={id}>
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-start justify-between gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">{service}</span>
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
        {payments.map(({ id, kind, amount, status, on, is_test }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span>
              {kind === "paid" ? "Paid" : "Refund"} <span className="text-moss">{on}</span>
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
