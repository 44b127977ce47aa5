import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { type CreditView, REASON_LENGTH } from "~/features/payments/credit/credit";
import { CreditRows } from "~/features/payments/credit/ui/credit-rows";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";

/** The errors by field and typed values of a refused form. */
export type RefusedCredit = { errors: Record<string, string>; values: Record<string, string> };

type Props = { credit: CreditView; token: string; refused: RefusedCredit | undefined };

/** A customer's credit, and a form to give more of it or to take some away. */
export function CustomerCredit({ credit, token, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "credit";
  useFocusError(form, refused?.errors);
  return (
    <>
      <p className="mb-3 font-semibold tabular-nums">{credit.balance}</p>
      {credit.rows.length > 0 && <CreditRows rows={credit.rows} />}
      <Allowed to="orders.refund">
        <Form
          key={credit.rows[0]?.id}
          ref={form}
          method="post"
          preventScrollReset
          noValidate
          className="mt-5 grid gap-4"
        >
          <input type="hidden" name="token" value={refused?.values.token ?? token} />
          <TextField
            label="Amount"
            name="amount"
            inputMode="text"
            autoComplete="off"
            maxLength={12}
            required
            hint="Like 25. To take credit away, enter a minus sign: -10."
            defaultValue={refused?.values.amount}
            error={refused?.errors.amount}
          />
          <TextField
            label="Reason"
            name="reason"
            autoComplete="off"
            maxLength={REASON_LENGTH}
            required
            hint="The customer reads it."
            defaultValue={refused?.values.reason}
            error={refused?.errors.reason}
          />
          <Button
            type="submit"
            name="intent"
            value="credit"
            variant="secondary"
            size="small"
            pending={busy}
            pendingLabel="Saving..."
            className="justify-self-start"
          >
            Change credit
          </Button>
        </Form>
      </Allowed>
    </>
  );
}
