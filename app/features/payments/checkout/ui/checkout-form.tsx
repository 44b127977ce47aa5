import type { SubmissionResult } from "@conform-to/react";
import type { ComponentProps } from "react";
import type { YearMonth } from "~/features/payments/checkout/card";
import { cardFormSchema } from "~/features/payments/checkout/card-form";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/button";
import { LiveForm } from "~/ui/live-form";
import { Notice } from "~/ui/notice";
import { CardFields } from "./card-fields";
import { ContactFields } from "./contact-fields";
import { PayButton } from "./pay-button";

type Props = {
  total: string;
  month: YearMonth;
  /** What is filled in at first. */
  known: ComponentProps<typeof ContactFields>["known"];
  result: SubmissionResult<string[]> | undefined;
};

/** When no answer came: the payment may have arrived or not, and trying again is safe in both cases. */
export const PAYMENT_ERROR = {
  title: "Payment Error",
  description: "We couldn’t reach the site. Please try again.",
};

/** The form of the embedded test checkout. */
export function CheckoutForm({ total, month, known, result }: Props) {
  const rules = fieldRules(cardFormSchema(month));
  const errors = result?.error ?? {};
  const [refusal] = errors[""] ?? [];
  return (
    <div className="grid gap-3">
      <LiveForm id="checkout" failed={PAYMENT_ERROR} className="grid gap-6">
        <ContactFields form="checkout" rules={rules} known={known} result={result} />
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
