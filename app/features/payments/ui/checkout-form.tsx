import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { type CardForm, cardFormSchema, type YearMonth } from "../card";
import { CardFields, control } from "./card-fields";

type Props = {
  total: string;
  month: YearMonth;
  email: string | null;
  result: SubmissionResult<string[]> | undefined;
};

/** The form of the embedded test checkout. It posts as it is when there is no script. */
export function CheckoutForm({ total, month, email, result }: Props) {
  const schema = cardFormSchema(month);
  const navigation = useNavigation();
  const intent = navigation.formData?.get("intent");
  const [form, fields] = useForm<CardForm>({
    id: "checkout",
    lastResult: navigation.state === "idle" ? result : undefined,
    defaultValue: { email: email ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <div className="grid gap-3">
      <Form method="post" {...getFormProps(form)} className="grid gap-6">
        <fieldset className="grid gap-5">
          <legend className="mb-4 font-display text-heading [font-weight:560]">Your details</legend>
          <TextField
            key={fields.name.key}
            {...control(fields.name)}
            label="Name"
            autoComplete="name"
            maxLength={120}
          />
          <TextField
            key={fields.email.key}
            {...control(fields.email)}
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={254}
          />
          <TextField
            key={fields.phone.key}
            {...control(fields.phone)}
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
          />
        </fieldset>
        <fieldset>
          <legend className="mb-4 font-display text-heading [font-weight:560]">Card</legend>
          <CardFields number={fields.number} expiry={fields.expiry} cvc={fields.cvc} />
        </fieldset>
        {form.errors && (
          <Notice tone="error" title="Payment Error">
            {form.errors[0]}
          </Notice>
        )}
        <Button
          type="submit"
          name="intent"
          value="pay"
          size="large"
          pending={intent === "pay"}
          pendingLabel="Processing..."
        >
          Pay {total}
        </Button>
      </Form>
      <CancelForm pending={intent === "cancel"} />
    </div>
  );
}

/** A form of its own, since nothing has to be filled in for it. */
function CancelForm({ pending }: { pending: boolean }) {
  return (
    <Form method="post" className="grid">
      <Button type="submit" name="intent" value="cancel" variant="ghost" pending={pending}>
        Cancel and go back
      </Button>
    </Form>
  );
}
