import type { ReactNode } from "react";
import { Link } from "react-router";
import { ORDER_LABELS, type OrderRow, type OrderStatus } from "~/features/payments/office/list";
import { Badge } from "~/ui/list/badge";
import { TestMark } from "~/ui/page/test-mark";

type Props = { rows: OrderRow[]; open: string | undefined; hrefOf: (id: string) => string };

/** The orders of one page, each a card that opens its panel. */
export function OrderCards({ rows, open, hrefOf }: Props) {
  return (
    <ul aria-label="Orders" className="grid gap-3">
      {rows.map((row) => (
        <li
          key={row.id}
          data-current={row.id === open || undefined}
          className="relative rounded-card bg-snow p-4 shadow-rest ring-1 ring-line transition-colors hover:bg-sage-soft/60 data-current:bg-sage-soft sm:px-5"
        >
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <Link
                to={hrefOf(row.id)}
                preventScrollReset
                className="wrap-anywhere font-semibold after:absolute after:inset-0 after:rounded-card"
              >
                Order {row.number}
              </Link>
              <p className="text-[0.9375rem] text-moss">{row.at}</p>
            </div>
            <div className="flex items-center gap-3">
              <TestMark is={row.is_test} />
              <OrderBadge status={row.status} processing={row.processing} />
              <p className="text-right font-semibold tabular-nums">
                {row.amount}
                {row.due && (
                  <span className="block font-normal text-[0.875rem]/5 text-berry">{row.due} due</span>
                )}
                {row.refunded && (
                  <span className="block font-normal text-[0.875rem]/5 text-moss">
                    −{row.refunded} refunded
                  </span>
                )}
              </p>
            </div>
          </div>
          <dl className="mt-3 grid gap-x-6 gap-y-2 text-[0.9375rem]/5 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1.5fr_1.5fr]">
            <Fact label="Customer">{row.customer}</Fact>
            <Fact label="Service">{row.service}</Fact>
            <Fact label={row.what.kind}>{row.what.number}</Fact>
            <Fact label="Payment session ID">{row.session_id ?? "None"}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem]/5 text-moss">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const TONES = { completed: "green", pending: "neutral", failed: "berry" } as const;

export function OrderBadge({ status, processing }: { status: OrderStatus; processing: boolean }) {
  if (processing) return <Badge tone="amber">Payment processing</Badge>;
  return <Badge tone={TONES[status]}>{ORDER_LABELS[status]}</Badge>;
}
