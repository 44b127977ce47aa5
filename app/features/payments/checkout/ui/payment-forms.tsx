import type { SubmissionResult } from "@conform-to/react";
import type { ComponentProps } from "react";
import type { YearMonth } from "~/features/payments/checkout/card";
import { cardFormSchema, EXPIRED } from "~/features/payments/checkout/forms";
import { type FieldRules, fieldRules } from "~/lib/field-rules";
import { DEMO_PAYMENT_MS, DEMO_PAYMENT_REDIRECT_MS } from "~/lib/timings";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { StillToast } from "~/ui/page/flash-toast";
import { Notice } from "~/ui/page/notice";
import cardFields from "./card-masks.ts?url";

type Props = {
  /** Null when only a card is saved. */
  total: string | null;
  /** What the customer agrees to when the card is saved; null when it isn't. */
  consent: string | null;
  month: YearMonth;
  /** What is filled in at first. */
  known: ComponentProps<typeof ContactFields>["known"];
  result: SubmissionResult<string[]> | undefined;
};

/** When no answer came: the payment may have arrived or not, and trying again is safe in both cases. */
const PAYMENT_ERROR = {
  title: "Payment Error",
  description: "We couldn’t reach the site. Please try again.",
};

/** The form of the embedded test checkout. */
export function CheckoutForm({ total, consent, month, known, result }: Props) {
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
        {consent && <p className="text-moss text-sm">Your card is saved, and you agree: “{consent}”</p>}
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

const CONFIRMATION = { to: "/confirmation", afterMs: DEMO_PAYMENT_REDIRECT_MS };

type DemoFormProps = { total: string; month: YearMonth; paid: boolean };

/**
 * The demo of a card payment: takes two seconds, succeeds, and a second later leads to /confirmation (spec section 4). Of
 * the card it wants no more than that it could be one.
 */
export function DemoForm({ total, month, paid }: DemoFormProps) {
  const rules = fieldRules(cardFormSchema(month).pick({ number: true, expiry: true, cvc: true }));
  return (
    <>
      <LiveForm id="demo" pendingMs={DEMO_PAYMENT_MS} failed={PAYMENT_ERROR} className="grid gap-6">
        <CardFields form="demo" rules={rules} month={month} />
        <PayButton total={total} leadsOn={paid ? CONFIRMATION : null} />
      </LiveForm>
      {paid && (
        <StillToast
          toast={{ title: "Payment Successful", description: "This was a demo. No card was charged." }}
          data-toast=""
        />
      )}
    </>
  );
}

type ContactName = "name" | "email" | "phone";

type ContactFieldsProps = {
  /** The id of the form, which the ids of its fields begin with. */
  form: string;
  rules: Record<ContactName, FieldRules>;
  /** What is filled in at first. */
  known: Partial<Record<ContactName, string | null>>;
  result: SubmissionResult<string[]> | undefined;
};

/** Who books: name, email and phone. */
export function ContactFields({ form, rules, known, result }: ContactFieldsProps) {
  const errors = result?.error ?? {};
  const values = result?.initialValue ?? known;
  const field = (name: ContactName) => ({
    ...rules[name],
    id: `${form}-${name}`,
    name,
    error: errors[name],
    defaultValue: textOf(values[name]),
  });
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-display text-heading [font-weight:560]">Your details</legend>
      <TextField {...field("name")} label="Name" autoComplete="name" maxLength={120} />
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} />
      <TextField {...field("phone")} label="Phone" type="tel" autoComplete="tel" maxLength={40} />
    </fieldset>
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

type CardFieldName = "number" | "expiry" | "cvc";

type CardFieldsProps = {
  form: string;
  rules: Record<CardFieldName, FieldRules>;
  errors?: Partial<Record<CardFieldName, string[] | null>>;
  month: YearMonth;
};

/** Card number, expiry and CVC, grouped while they are typed (spec section 5). What is typed is never sent back. */
function CardFields({ form, rules, errors = {}, month }: CardFieldsProps) {
  const field = (name: CardFieldName) => ({
    ...rules[name],
    id: `${form}-${name}`,
    name,
    error: errors[name],
    inputMode: "numeric" as const,
    "data-card": name,
    "data-kept": "",
  });
  return (
    <div className="grid grid-cols-2 gap-5">
      <TextField
        {...field("number")}
        label="Card number"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        maxLength={19}
        className="col-span-2"
      />
      <TextField
        {...field("expiry")}
        data-past={EXPIRED}
        data-year={month.year}
        data-month={month.month}
        label="Expiry"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        maxLength={5}
      />
      <TextField
        {...field("cvc")}
        label="CVC"
        autoComplete="cc-csc"
        placeholder="123"
        maxLength={3}
        pattern="[0-9]{3}"
      />
      <script type="module" async src={cardFields} />
    </div>
  );
}

/** Where the browser goes once it is paid, and after how long. */
type LeadsOn = { to: string; afterMs: number };

/** 'Pay'. In the answer to a form that script has sent, with where that leads: card-masks.ts goes there. */
function PayButton({ total, leadsOn }: { total: string | null; leadsOn?: LeadsOn | null }) {
  const way = leadsOn && {
    "data-leads-to": leadsOn.to,
    "data-after-ms": leadsOn.afterMs,
  };
  if (way) {
    return (
      <Button size="large" pending pendingLabel="Processing..." {...way}>
        Pay {total}
      </Button>
    );
  }
  return (
    <Button type="submit" name="intent" value="pay" size="large" data-pending-text="Processing...">
      {total ? `Pay ${total}` : "Save card"}
    </Button>
  );
}
