import { Form, useNavigation } from "react-router";
import { METHOD_CHOICES, type OfficeOrder } from "~/features/payments/office/rules";
import { Button } from "~/ui/action/button";
import { Allowed, useAllowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { SelectField } from "~/ui/form/select-field";
import { Badge } from "~/ui/list/badge";
import { Fact, Facts } from "~/ui/list/facts";
import { PanelPart } from "~/ui/list/panel-part";
import { TestMark } from "~/ui/page/test-mark";
import { OrderCharges, OrderLines } from "./lines";
import { OrderBadge } from "./orders";
import { OrderPayLink } from "./pay-link";
import { OrderRefunds, type Refused } from "./refunds";
import { OrderCard } from "./saved-card";

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
        <Facts>
          <Fact label="Customer">
            {order.customer}
            {order.email && <span className="block text-moss">{order.email}</span>}
            {order.phone && <span className="block text-moss">{order.phone}</span>}
          </Fact>
          <Fact
            label={order.plan_id ? "Plan" : "Visit"}
            href={order.plan_id ? `/admin/plans/${order.plan_id}` : `/admin/bookings/${order.booking_id}`}
          >
            {order.service}, {order.visit}
          </Fact>
          <Fact label="Ordered">{order.at}</Fact>
          <Fact label="Paid">{order.paid_at}</Fact>
          {order.charges.length === 0 && <Fact label="Paid through">{order.provider}</Fact>}
          <Fact label="Order">{order.number}</Fact>
          <Fact label={order.plan_id ? "Plan" : "Booking"}>{order.of_number}</Fact>
          <Fact label="Payment session ID">{order.session_id}</Fact>
        </Facts>
      </section>
      <OrderLines order={order} token={token} refused={of("line")} />
      <OrderCharges order={order} />
      {order.disputes.length > 0 && <OrderDisputes order={order} />}
      {order.credit && order.due && (
        <Allowed to="orders.settle">
          <OrderCredit credit={order.credit} due={order.due} />
        </Allowed>
      )}
      {order.card && (
        <Allowed to="orders.settle">
          <OrderCard card={order.card} email={order.email} />
        </Allowed>
      )}
      {order.pay_link && (
        <Allowed to="orders.settle">
          <OrderPayLink due={order.due} email={order.email} {...order.pay_link} />
        </Allowed>
      )}
      {(order.status !== "completed" || order.due !== null) && (
        <Allowed to="orders.settle">
          <OrderPayment key={order.due_cents} order={order} token={token} refused={of("pay")} />
        </Allowed>
      )}
      {order.status === "completed" && <OrderRefunds order={order} token={token} refused={of("refund")} />}
    </>
  );
}

/** Pays what is due with the customer's credit, where that doesn't happen by itself. */
function OrderCredit({ credit, due }: { credit: string; due: string }) {
  const busy = useNavigation().formData?.get("intent") === "spend-credit";
  return (
    <PanelPart title="Credit">
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="spend-credit" />
        <p className="text-[0.9375rem] text-moss">
          {due} {"is due, and the customer has "}
          {credit} of credit.
        </p>
        <Button type="submit" variant="secondary" size="small" pending={busy} className="justify-self-start">
          Use credit
        </Button>
      </Form>
    </PanelPart>
  );
}

/** Notes that the money is there, all of it or a part. */
function OrderPayment({ order, token, refused }: Props) {
  const intent = useNavigation().formData?.get("intent");
  const busy = intent === "pay";
  const mayWaive = useAllowed("orders.refund");
  return (
    <PanelPart title="Record payment">
      {order.why_not_payable ? (
        <p className="text-[0.9375rem] text-moss">{order.why_not_payable}</p>
      ) : (
        <Form method="post" preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value="pay" />
          <input type="hidden" name="token" value={refused?.values.token ?? token} />
          <AmountField
            required
            hint={`${order.owed} ${order.owed === order.amount ? "is due" : "is still due"}. Enter less for a part of it.`}
            defaultValue={refused?.values.amount ?? (order.due_cents / 100).toFixed(2)}
            error={refused?.errors.amount}
          />
          <SelectField
            label="Paid by"
            name="method"
            defaultValue={refused?.values.method ?? "cash"}
            error={refused?.errors.method}
          >
            {METHOD_CHOICES.map(([method, label]) => (
              <option key={method} value={method}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button
            type="submit"
            size="small"
            pending={busy}
            pendingLabel="Saving..."
            className="justify-self-start"
          >
            Record payment
          </Button>
        </Form>
      )}
      {order.fee_due && mayWaive && (
        <Form method="post" preventScrollReset className="mt-5 grid gap-3">
          <p className="text-[0.9375rem] text-moss">
            This is the fee of a late cancellation or a no-show. If you don't want it, waive it.
          </p>
          <input type="hidden" name="intent" value="waive" />
          <Button
            type="submit"
            variant="secondary"
            size="small"
            pending={intent === "waive"}
            pendingLabel="Waiving..."
            className="justify-self-start"
          >
            Waive the fee
          </Button>
        </Form>
      )}
    </PanelPart>
  );
}

const INQUIRY = {
  open: { tone: "amber", label: "Inquiry" },
  won: { tone: "green", label: "Inquiry closed" },
  lost: { tone: "berry", label: "Lost" },
} as const;

const STATES = {
  open: { tone: "amber", label: "Open" },
  won: { tone: "green", label: "Won" },
  lost: { tone: "berry", label: "Lost" },
} as const;

/** What its customer disputes at the bank, and how that ended. */
function OrderDisputes({ order }: { order: OfficeOrder }) {
  return (
    <PanelPart title="Disputes">
      <ul className="grid gap-3">
        {order.disputes.map(({ id, amount, status, inquiry, reason, answer_by, at }) => (
          <li key={id} className="rounded-control bg-paper px-3.5 py-3 text-[0.9375rem]/6 ring-1 ring-line">
            <div className="flex items-center justify-between gap-3">
              <span className="font-semibold tabular-nums">{amount}</span>
              <Badge tone={(inquiry ? INQUIRY : STATES)[status].tone}>
                {(inquiry ? INQUIRY : STATES)[status].label}
              </Badge>
            </div>
            <p className="wrap-anywhere first-letter:uppercase">{reason}</p>
            {inquiry && status === "open" && (
              <p>
                The bank is only asking and has not withdrawn any money. If the customer is right, refund it.
                Otherwise, respond at {order.disputed_at}
                {answer_by && ` by ${answer_by}`}.
              </p>
            )}
            {answer_by && !inquiry && (
              <p>
                Respond at {order.disputed_at} by {answer_by}. You can't issue a refund here until the bank
                decides.
              </p>
            )}
            <p className="text-[0.8125rem]/5 text-moss">{at}</p>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}
