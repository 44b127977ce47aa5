import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { AmountField } from "~/ui/form/amount-field";
import { fieldProps } from "~/ui/form/field-props";
import { useFocusError } from "~/ui/form/use-focus-error";

type Values = Record<"referrer_amount" | "friend_amount", string>;

type Props = {
  values: Values;
  currency: string;
  /** A form that was not accepted: what was typed stays. `seen`: what the next one starts from. */
  refused: { values: Record<string, string>; errors: Partial<Values>; seen: string } | undefined;
};

/** What both get for a referral. */
export function OfferForm({ values: stored, currency, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "save";
  const field = fieldProps({ ...stored, ...refused?.values }, refused?.errors);
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-6">
      <input type="hidden" name="seen" value={refused?.seen ?? JSON.stringify(stored)} />
      <p className="text-[0.9375rem]/6 text-moss">
        Each customer with an account has a link in their profile. When someone new books with it, both get
        this credit once the first visit is completed and paid. It doesn’t count within one household.
      </p>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <AmountField
          label="The referring customer gets"
          hint={`In ${currency}. 0: nothing.`}
          {...field("referrer_amount")}
        />
        <AmountField
          label="The new customer gets"
          hint={`In ${currency}. 0: nothing.`}
          {...field("friend_amount")}
        />
      </div>
      <Button
        type="submit"
        name="intent"
        value="save"
        pending={pending}
        pendingLabel="Saving..."
        className="justify-self-start"
      >
        Save amounts
      </Button>
    </Form>
  );
}
