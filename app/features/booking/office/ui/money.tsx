import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { OfficeMoney } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Badge } from "~/ui/list/badge";
import { PanelPart } from "~/ui/list/panel-part";
import { TestMark } from "~/ui/page/test-mark";

const ORDER = {
  pending: { tone: "neutral", label: "Not paid yet" },
  completed: { tone: "green", label: "Paid" },
  failed: { tone: "berry", label: "Not paid" },
} as const;

const REFUNDED = { tone: "neutral", label: "Refunded in full" } as const;

const PAID_IN_PART = { tone: "amber", label: "Paid in part" } as const;

const FEE_DUE = { tone: "amber", label: "Fee due" } as const;

const ON_ITS_WAY = { tone: "amber", label: "Payment processing" } as const;

const REFUND = {
  pending: "Refund processing",
  completed: "Refunded",
  failed: "Refund failed",
  cancelled: "Refund cancelled",
} as const;

/** The price in lines, what was paid and what went back; the order's own panel does the rest. */
export function OfficeMoneyPart({ money }: { money: OfficeMoney }) {
  const paid = money.order_status === "completed" || money.paid_otherwise !== null;
  const gone = money.order_id && paid && money.left === 0;
  const otherwise = { tone: "amber", label: `Paid ${money.paid_otherwise}` } as const;
  const { tone, label } = money.processing
    ? ON_ITS_WAY
    : gone
      ? REFUNDED
      : money.fee_due
        ? FEE_DUE
        : money.paid_otherwise
          ? otherwise
          : money.paid && money.due
            ? PAID_IN_PART
            : ORDER[money.order_status];
  return (
    <PanelPart title="Payment">
      <dl className="grid gap-1.5 text-[0.9375rem]/6 tabular-nums">
        {money.lines.map(({ label: line, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <Line key={index} label={line}>
            {amount}
          </Line>
        ))}
        <Line label="Total" strong>
          {money.total}
        </Line>
        {money.paid && money.due && <Line label="Paid">{money.paid}</Line>}
        {money.due && (
          <Line label="Due" strong>
            {money.due}
          </Line>
        )}
        {money.refunds.map(({ id, amount, status, at }) => (
          <Line key={id} label={`${REFUND[status]}, ${at}`}>
            −{amount}
          </Line>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap gap-2">
          <Badge tone={tone}>{label}</Badge>
          <TestMark is={money.is_test} />
        </span>
        <Link
          to={money.order_id ? `/admin/orders/${money.order_id}` : `/admin/plans/${money.plan_id}`}
          className={buttonLook({ variant: "secondary", size: "small" })}
        >
          {money.order_id
            ? money.order_status === "completed"
              ? "Order and refunds"
              : "Order and payment"
            : "Plan"}
        </Link>
      </div>
    </PanelPart>
  );
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={strong ? "flex justify-between gap-4 font-semibold" : "flex justify-between gap-4 text-moss"}
    >
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What staff decide about a visit whose money went back at the provider: cancel it, or keep it as unpaid. */
export function OfficeRefunded({ money }: { money: OfficeMoney }) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="choice" value="none" />
        <input type="hidden" name="left" value={money.left} />
        <input type="hidden" name="reason" value="The payment was refunded" />
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={intent === "cancel"}
          pendingLabel="Cancelling..."
        >
          Cancel visit
        </Button>
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="keep" />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          pending={intent === "keep"}
          pendingLabel="Keeping..."
        >
          Keep as unpaid
        </Button>
      </Form>
    </div>
  );
}
