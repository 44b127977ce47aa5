import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OfficeOrder } from "~/features/payments/office/order";
import { TestMark } from "~/ui/test-mark";
import { OrderBadge } from "./badge";
import { OrderDisputes } from "./disputes";
import { OrderPayment } from "./payment";
import { OrderRefunds, type Refused } from "./refunds";

type Props = { order: OfficeOrder; token: string; refused: Refused | undefined };

/** Everything about an order, and what staff can do with it. */
export function OrderPanel({ order, token, refused }: Props) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined);
  return (
    <>
      <section className="pb-5">
        <div className="mb-4 flex items-center justify-between gap-4">
          <p className="font-semibold text-heading tabular-nums">{order.amount}</p>
          <span className="flex flex-wrap justify-end gap-2">
            <TestMark is={order.is_test} />
            <OrderBadge status={order.status} processing={order.processing} />
          </span>
        </div>
        <dl className="grid gap-2">
          {order.lines.map(({ label, amount }) => (
            <Fact key={label} label="For">
              {label} <span className="text-moss tabular-nums">{amount}</span>
            </Fact>
          ))}
          <Fact label="Customer">
            {order.customer}
            {order.email && <span className="block text-moss">{order.email}</span>}
            {order.phone && <span className="block text-moss">{order.phone}</span>}
          </Fact>
          <Fact label={order.plan_id ? "Plan" : "Visit"}>
            <Link
              to={order.plan_id ? `/admin/plans/${order.plan_id}` : `/admin/bookings/${order.booking_id}`}
              className="font-medium text-evergreen-700 underline-offset-4 hover:underline"
            >
              {order.service}, {order.visit}
            </Link>
          </Fact>
          <Fact label="Ordered">{order.at}</Fact>
          <Fact label="Paid">{order.paid_at}</Fact>
          <Fact label="Paid through">{order.provider}</Fact>
          <Fact label="Order ID">{order.id}</Fact>
          <Fact label="Booking ID">{order.booking_id}</Fact>
          <Fact label="Plan ID">{order.plan_id}</Fact>
          <Fact label="Payment session ID">{order.session_id}</Fact>
        </dl>
      </section>
      {order.disputes.length > 0 && <OrderDisputes order={order} />}
      {order.status !== "completed" && <OrderPayment order={order} refused={of("pay")} />}
      {order.status === "completed" && <OrderRefunds order={order} token={token} refused={of("refund")} />}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 text-[0.9375rem]/6">
      <dt className="text-moss">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
