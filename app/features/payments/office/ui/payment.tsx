import { Form, useNavigation } from "react-router";
import type { OfficeOrder } from "~/features/payments/office/order";
import { METHOD_CHOICES } from "~/features/payments/office/payment";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/select-field";
import type { Refused } from "./refunds";

type Props = { order: OfficeOrder; refused: Refused | undefined };

/** Notes that the money is there. */
export function OrderPayment({ order, refused }: Props) {
  const busy = useNavigation().formData?.get("intent") === "pay";
  return (
    <section className="border-line border-t py-5">
      <h3 className="mb-3 font-sans font-semibold text-[0.9375rem]/5">Record payment</h3>
      {order.why_not_payable ? (
        <p className="text-[0.9375rem] text-moss">{order.why_not_payable}</p>
      ) : (
        <Form method="post" preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value="pay" />
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
            Record payment of {order.amount}
          </Button>
        </Form>
      )}
    </section>
  );
}
