import { type ReactNode, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { OfficeMoney } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import type { Refused } from "./sections";

type Props = { money: OfficeMoney; refused: Refused | undefined };

/** Cancels with a choice of what goes back: what the policy says, all that is left, nothing, or another amount. */
export function OfficeCancelForm({ money, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "cancel";
  const { values, errors = {} } = refused ?? {};
  useFocusError(form, refused?.errors);
  const first = money.policy === null ? "none" : "policy";
  const chosen = values?.choice ?? first;
  return (
    <Disclosure title="Cancel with a refund" open={refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="group/cancel grid gap-4">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="left" value={money.left} />
        {money.left === 0 ? (
          <>
            <input type="hidden" name="choice" value="none" />
            <p className="text-[0.9375rem] text-moss">
              {money.order_status === "completed" || money.paid_otherwise
                ? "The payment has already been refunded in full."
                : money.processing
                  ? "The payment is still processing. Once it goes through, it will be refunded in full."
                  : "Nothing was paid, so there's nothing to refund."}
            </p>
            {money.fee > 0 && (
              <fieldset className="grid">
                <legend className="mb-1 font-semibold text-[0.9375rem]/5">Late cancellation fee</legend>
                <Choice name="fee" value={String(money.fee)} checked={values?.fee !== "0"}>
                  Per the cancellation policy: <b>{money.fee_in_words}</b> due
                </Choice>
                <Choice name="fee" value="0" checked={values?.fee === "0"}>
                  No fee
                </Choice>
              </fieldset>
            )}
          </>
        ) : (
          <fieldset className="grid">
            <legend className="mb-1 font-semibold text-[0.9375rem]/5">Refund to the customer</legend>
            {money.refunded && (
              <p className="mb-1 text-[0.9375rem]/6 text-moss tabular-nums">
                Paid {money.refunded.paid}, already refunded {money.refunded.back}.
              </p>
            )}
            {money.policy_in_words !== null && (
              <Choice value="policy" checked={chosen === "policy"}>
                Per the cancellation policy: <b>{money.policy_in_words}</b>
                {money.tip && `, with the tip of ${money.tip}`}
              </Choice>
            )}
            <Allowed to="orders.refund">
              <Choice value="all" checked={chosen === "all"}>
                Full remaining amount: <b>{money.left_in_words}</b>
              </Choice>
            </Allowed>
            <Choice value="none" checked={chosen === "none"}>
              {money.tip ? (
                <>
                  Only the tip: <b>{money.tip}</b>
                </>
              ) : (
                "Nothing"
              )}
            </Choice>
            <Allowed to="orders.refund">
              <Choice value="amount" checked={chosen === "amount"}>
                Another amount
              </Choice>
            </Allowed>
          </fieldset>
        )}
        {money.left > 0 && (
          <AmountField
            defaultValue={values?.amount}
            error={errors.amount}
            className="hidden group-has-[[value=amount]:checked]/cancel:block"
          />
        )}
        <TextField
          label="Reason"
          name="reason"
          maxLength={200}
          autoComplete="off"
          hint="For your records. Required for another amount."
          defaultValue={values?.reason}
          error={errors.reason}
        />
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={busy}
          pendingLabel="Cancelling..."
          className="justify-self-start"
        >
          Cancel this booking
        </Button>
      </Form>
    </Disclosure>
  );
}

type ChoiceProps = { name?: string; value: string; checked: boolean; children: ReactNode };

function Choice({ name = "choice", value, checked, children }: ChoiceProps) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-[0.9375rem]/5 max-md:min-h-11">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={checked}
        className="size-4.5 shrink-0 cursor-pointer accent-evergreen-700"
      />
      <span>{children}</span>
    </label>
  );
}
