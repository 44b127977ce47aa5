import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Approvals } from "~/features/payments/approvals/ui/approvals";
import type { OfficeOrder, RefundRow } from "~/features/payments/office/rules";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Badge } from "~/ui/list/badge";
import { PanelPart } from "~/ui/list/panel-part";

/** The errors by field and typed values of a refused form. */
export type Refused = { intent: string; errors: Record<string, string>; values: Record<string, string> };

type Props = { order: OfficeOrder; token: string; refused: Refused | undefined };

/** What went back of an order, and a form to give back more of it. */
export function OrderRefunds({ order, token, refused }: Props) {
  return (
    <PanelPart title="Refunds">
      {order.refunds.length > 0 && (
        <ul className="mb-5 grid gap-3">
          {order.refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} byHand={order.method !== null} />
          ))}
        </ul>
      )}
      <Approvals approvals={order.approvals} left={order.left} />
      {order.left === 0 ? (
        <p className="text-[0.9375rem] text-moss">Refunded in full, or the rest is processing.</p>
      ) : order.disputes.some(({ status, inquiry }) => status === "open" && !inquiry) ? (
        <p className="text-[0.9375rem] text-moss">
          The customer disputed this payment. You can't issue a refund until the bank decides.
        </p>
      ) : (
        <Allowed to="orders.refund">
          <RefundForm
            key={`${order.refunds.length} ${order.left}`}
            order={order}
            token={token}
            refused={refused}
          />
        </Allowed>
      )}
    </PanelPart>
  );
}

function RefundForm({ order, token, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "refund";
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="left" value={order.left} />
      <input type="hidden" name="token" value={refused?.values.token ?? token} />
      <AmountField
        required
        hint={
          order.alone_in_words === null
            ? `Up to ${order.left_in_words}.`
            : `Up to ${order.left_in_words}. Above ${order.alone_in_words}, someone else must approve it.`
        }
        defaultValue={refused?.values.amount ?? (order.left / 100).toFixed(2)}
        error={refused?.errors.amount}
      />
      {order.may_credit && (
        <SelectField
          label="How"
          name="to"
          defaultValue={refused?.values.to ?? "origin"}
          hint="Credit pays for the customer's next order by itself."
        >
          <option value="origin">
            {order.method ? "The way it was paid, by hand" : "Back to how it was paid"}
          </option>
          <option value="credit">Keep as credit</option>
        </SelectField>
      )}
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={200}
        required
        defaultValue={refused?.values.reason}
        error={refused?.errors.reason}
      />
      <Button
        type="submit"
        variant="destructive"
        size="small"
        pending={busy}
        pendingLabel="Refunding..."
        className="justify-self-start"
      >
        {order.method ? "Record refund" : "Refund"}
      </Button>
      {order.method && (
        <p className="text-[0.875rem]/5 text-moss">
          It was paid on the day: unless it is kept as credit, return the money by hand.
        </p>
      )}
    </Form>
  );
}

const STATES = {
  pending: { tone: "amber", label: "Processing" },
  completed: { tone: "green", label: "Refunded" },
  failed: { tone: "berry", label: "Failed" },
  cancelled: { tone: "berry", label: "Cancelled" },
} as const;

function Refund({ refund, byHand }: { refund: RefundRow; byHand: boolean }) {
  const { tone, label } = STATES[refund.status];
  return (
    <li className="rounded-control bg-paper px-3.5 py-3 text-[0.9375rem]/6 ring-1 ring-line">
      <div className="flex items-center justify-between gap-3">
        <span className="font-semibold tabular-nums">{refund.amount}</span>
        <Badge tone={tone}>{refund.to_credit ? "Kept as credit" : label}</Badge>
      </div>
      <p className="wrap-anywhere">{refund.reason}</p>
      <p className="text-[0.8125rem]/5 text-moss">{refund.at}</p>
      {(refund.status === "failed" || refund.status === "cancelled") && (
        <>
          <p className="wrap-anywhere mt-2 text-berry">{refund.error}</p>
          <Allowed to="orders.refund">
            <div className="mt-2 flex flex-wrap gap-2">
              {!byHand && <Again intent="retry" refund={refund} label="Try again" />}
              <Again intent="by-hand" refund={refund} label="Mark as refunded by hand" />
            </div>
          </Allowed>
        </>
      )}
    </li>
  );
}

function Again({ intent, refund, label }: { intent: string; refund: RefundRow; label: string }) {
  const posted = useNavigation().formData;
  const busy = posted?.get("intent") === intent && posted.get("refund_id") === refund.id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="refund_id" value={refund.id} />
      <Button type="submit" variant="secondary" size="small" pending={busy}>
        {label}
      </Button>
    </Form>
  );
}
