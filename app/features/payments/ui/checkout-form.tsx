import type { SubmissionResult } from "@conform-to/react";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/button";
import { LiveForm } from "~/ui/live-form";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import type { YearMonth } from "../card";
import { cardFormSchema } from "../card-form";
import { CardFields } from "./card-fields";
import { PayButton } from "./pay-button";

type Props = {
  total: string;
  month: YearMonth;
  email: string | null;
  result: SubmissionResult<string[]> | undefined;
};

type Name = "name" | "email" | "phone";

/** When no answer came: the payment may have arrived or not, and trying again is safe in both cases. */
export const PAYMENT_ERROR = { title: "Payment Error", description: "No answer came. Please try again." };

/** The form of the embedded test checkout. */
export function CheckoutForm({ total, month, email, result }: Props) {
  const rules = fieldRules(cardFormSchema(month));
  const errors = result?.error ?? {};
  const values = result?.initialValue ?? { email: email ?? "" };
  const field = (name: Name) => ({
    ...rules[name],
    id: `checkout-${name}`,
    name,
    error: errors[name],
    defaultValue: textOf(values[name]),
  });
  const [refusal] = errors[""] ?? [];
  return (
    <div className="grid gap-3">
      <LiveForm id="checkout" failed={PAYMENT_ERROR} className="grid gap-6">
        <fieldset className="grid gap-5">
          <legend className="mb-4 font-display text-heading [font-weight:560]">Your details</legend>
          <TextField {...field("name")} label="Name" autoComplete="name" maxLength={120} />
          <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} />
          <TextField {...field("phone")} label="Phone" type="tel" autoComplete="tel" maxLength={40} />
        </fieldset>
        <fieldset>
          <legend className="mb-4 font-display text-heading [font-weight:560]">Card</legend>
          <CardFields form="checkout" {...{ rules, errors, month }} />
        </fieldset>
        {refusal && (
          <Notice tone="error" title="Payment Error">
            {refusal}
          </Notice>
        )}
        <PayButton total={total} />
      </LiveForm>
      <CancelForm />
    </div>
  );
}

const CANCEL = "Cancel and go back";

/** A form of its own, since nothing has to be filled in for it. */
function CancelForm() {
  return (
    <LiveForm id="cancel" failed={PAYMENT_ERROR} className="grid">
      <Button type="submit" name="intent" value="cancel" variant="ghost" data-pending-text={CANCEL}>
        {CANCEL}
      </Button>
    </LiveForm>
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
