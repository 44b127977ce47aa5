import type { GiftForm as Values } from "~/features/payments/gift-cards/forms";
import { GIFT_AMOUNTS, MESSAGE_LENGTH } from "~/features/payments/gift-cards/gift-card";
import { formatCents } from "~/lib/money";
import { Button } from "~/ui/action/button";
import { AmountField } from "~/ui/form/amount-field";
import { ChipRadio } from "~/ui/form/chip-radio";
import { ErrorText } from "~/ui/form/error-text";
import { SpamGuard } from "~/ui/form/spam-guard";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { Notice } from "~/ui/page/notice";

type Name = keyof Values;

export type GiftFormState = {
  token: string;
  values: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string[]>>;
  /** Why it was not sent, when no field is to blame. */
  notice?: string;
};

type Props = GiftFormState & { currency: string; today: string; last: string };

/** Buys a gift card: how much, for whom, from whom and when. Works without script. */
export function GiftForm({ token, values, errors, notice, currency, today, last }: Props) {
  const field = (name: Name) => ({
    ...{ id: `gift-${name}`, name, defaultValue: values[name] },
    error: errors[name]?.[0],
  });
  const choice = values.choice ?? String(GIFT_AMOUNTS[1]);
  return (
    <form method="post" action="/gift-cards" noValidate className="grid gap-8">
      <SpamGuard token={token} />
      {notice && <Notice tone="error">{notice}</Notice>}
      <fieldset aria-describedby={errors.choice ? "gift-choice-error" : undefined}>
        <legend className="mb-3 font-display text-heading">Amount</legend>
        <div className="flex flex-wrap gap-2">
          {GIFT_AMOUNTS.map((cents) => (
            <ChipRadio key={cents} name="choice" value={cents} defaultChecked={choice === String(cents)}>
              {formatCents(cents, currency, { dropZeroCents: true })}
            </ChipRadio>
          ))}
          <ChipRadio name="choice" value="other" defaultChecked={choice === "other"}>
            Other
          </ChipRadio>
        </div>
        {errors.choice && <ErrorText id="gift-choice-error">{errors.choice[0]}</ErrorText>}
        <AmountField
          label="Other amount"
          optional
          hint="From $25 to $500. Used only if you choose Other."
          className="mt-4 sm:max-w-60"
          {...field("amount")}
        />
      </fieldset>
      <fieldset className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
        <legend className="mb-3 font-display text-heading">For whom</legend>
        <TextField label="Their name" autoComplete="off" {...field("recipient_name")} />
        <TextField label="Their email" type="email" autoComplete="off" {...field("recipient_email")} />
        <TextareaField
          label="Message"
          optional
          rows={3}
          maxLength={MESSAGE_LENGTH}
          className="sm:col-span-2"
          {...field("message")}
        />
        <TextField
          label="Send on"
          type="date"
          min={today}
          max={last}
          hint="We email it on this day."
          {...field("send_on")}
          defaultValue={values.send_on || today}
        />
      </fieldset>
      <fieldset className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
        <legend className="mb-3 font-display text-heading">From you</legend>
        <TextField label="Your name" autoComplete="name" {...field("buyer_name")} />
        <TextField
          label="Your email"
          type="email"
          autoComplete="email"
          hint="Your receipt goes there."
          {...field("buyer_email")}
        />
      </fieldset>
      <Button type="submit" size="large" className="justify-self-start">
        Proceed to Payment
      </Button>
    </form>
  );
}
