import { Link } from "react-router";
import { Badge } from "~/ui/badge";
import type { CustomerView } from "./customer";
import { PanelSection } from "./panel-section";

const TONES = { pending: "amber", confirmed: "green", completed: "green", cancelled: "berry" } as const;
const LABELS = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
} as const;

type BookingsProps = { bookings: CustomerView["bookings"]; more: boolean };

export function CustomerBookings({ bookings, more }: BookingsProps) {
  return (
    <PanelSection heading="Bookings" count={bookings.length} empty="No bookings">
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
      {more && <p className="mt-2 text-[0.9375rem] text-moss">Older ones are in the list of bookings.</p>}
    </PanelSection>
  );
}

export function CustomerPayments({ payments }: { payments: CustomerView["payments"] }) {
  return (
    <PanelSection heading="Payments" count={payments.length} empty="No payments">
      <ul className="grid gap-2 text-[0.9375rem]">
        {payments.map(({ id, kind, amount, status, on }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span>
              {kind === "paid" ? "Paid" : "Refund"} <span className="text-moss">{on}</span>
              {status === "pending" && <span className="text-moss"> · on its way</span>}
              {status === "failed" && <span className="text-berry"> · failed</span>}
            </span>
            <span className="tabular-nums">{kind === "refund" ? `−${amount}` : amount}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
