import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { LINE_LABELS, STAFF_LINES } from "~/features/payments/office/line";
import type { OfficeOrder } from "~/features/payments/office/rules";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed, useAllowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { PanelPart } from "~/ui/list/panel-part";
import type { Refused } from "./refunds";

type Props = { order: OfficeOrder; token: string; refused: Refused | undefined };

/** What an order is made of, and a form to add to it. Lines stay as they were written. */
export function OrderLines({ order, token, refused }: Props) {
  return (
    <PanelPart title="Lines">
      <table className="w-full border-collapse text-[0.9375rem]/6">
        <thead className="sr-only">
          <tr>
            <th scope="col">For</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ id, label, amount, note }) => (
            <tr key={id} className="align-top">
              <th scope="row" className="wrap-anywhere py-1 pr-4 text-left font-normal">
                {label}
                {note && <span className="block text-[0.8125rem]/5 text-moss">{note}</span>}
              </th>
              <td className="py-1 text-right tabular-nums">{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t">
            <th scope="row" className="pt-2 text-left font-semibold">
              Total
            </th>
            <td className="pt-2 text-right font-semibold tabular-nums">{order.amount}</td>
          </tr>
          {order.due && (
            <tr>
              <th scope="row" className="pt-1 text-left font-semibold text-berry">
                Due
              </th>
              <td className="pt-1 text-right font-semibold text-berry tabular-nums">{order.due}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {order.why_no_line === null && (
        <Allowed to="orders.adjust">
          <Disclosure title="Add a line" open={refused !== undefined} className="mt-2">
            <LineForm key={order.lines.length} order={order} token={token} refused={refused} />
          </Disclosure>
        </Allowed>
      )}
    </PanelPart>
  );
}

function LineForm({ order, token, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "line";
  const mayDiscount = useAllowed("orders.refund");
  const [kind, setKind] = useState(refused?.values.kind ?? STAFF_LINES[0]);
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="line" />
      <input type="hidden" name="seen" value={order.cents} />
      <input type="hidden" name="token" value={refused?.values.token ?? token} />
      <SelectField
        label="For"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        error={refused?.errors.kind}
      >
        {STAFF_LINES.filter((one) => one !== "discount" || mayDiscount).map((one) => (
          <option key={one} value={one}>
            {LINE_LABELS[one]}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          required
          hint={kind === "discount" ? "Taken off. What was paid too much goes back." : "Before tax."}
          defaultValue={refused?.values.amount}
          error={refused?.errors.amount}
        />
        {kind === "time" && order.can_lengthen && (
          <TextField
            label="Minutes longer"
            name="minutes"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            hint="Makes the visit longer, if its crew is free."
            defaultValue={refused?.values.minutes}
            error={refused?.errors.minutes}
          />
        )}
      </div>
      <TextField
        label="Text on the receipt"
        name="label"
        autoComplete="off"
        maxLength={80}
        hint={`Left empty, it says “${LINE_LABELS[STAFF_LINES.find((one) => one === kind) ?? "fee"]}”.`}
        defaultValue={refused?.values.label}
        error={refused?.errors.label}
      />
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={200}
        required
        hint="It stays with the order, and is not on the receipt."
        defaultValue={refused?.values.reason}
        error={refused?.errors.reason}
      />
      <Button
        type="submit"
        size="small"
        pending={busy}
        pendingLabel="Adding..."
        className="justify-self-start"
      >
        Add line
      </Button>
    </Form>
  );
}

/** What was taken for an order, and how. */
export function OrderCharges({ order }: { order: OfficeOrder }) {
  if (order.charges.length === 0) return null;
  return (
    <PanelPart title="Payments">
      <ul className="grid gap-2 text-[0.9375rem]/6">
        {order.charges.map(({ id, amount, tip, how, at }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <span className="wrap-anywhere">{how}</span>
            <span className="text-right font-semibold tabular-nums">{amount}</span>
            <span className="text-[0.8125rem]/5 text-moss">{at}</span>
            {tip && <span className="text-right text-[0.8125rem]/5 text-moss">{tip} tip</span>}
          </li>
        ))}
      </ul>
      {order.tip && (
        <p className="wrap-anywhere mt-3 text-[0.9375rem]/6">
          The tip of {order.tip.total} is for {order.tip.crew ?? "the crew"}
          {order.tip.shares.length > 0 ? `: ${order.tip.shares.join(", ")}.` : ". It has no members yet."}
        </p>
      )}
    </PanelPart>
  );
}
