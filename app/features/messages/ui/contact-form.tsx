import { fieldRules } from "~/lib/field-rules";
import { SENDING_MESSAGE_MS } from "~/lib/timings";
import { Button } from "~/ui/action/button";
import { SpamGuard } from "~/ui/form/spam-guard";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { LiveForm } from "~/ui/live/live-form";
import { Notice } from "~/ui/page/notice";
import { messageSchema } from "../forms";

type Name = keyof typeof messageSchema.shape;

/** State of the form: values and errors. */
export type ContactFormState = {
  token: string;
  values: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string[]>>;
  /** Error that belongs to no field. */
  notice?: string;
  failed?: boolean;
};

const rules = fieldRules(messageSchema);

const SEND_FAILED = "We couldn’t send your message.";

export function ContactForm({ token, values, errors, notice, failed }: ContactFormState) {
  const field = (name: Name) => ({
    ...rules[name],
    id: `contact-${name}`,
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <LiveForm
      id="contact-form"
      action="/contact"
      pendingMs={SENDING_MESSAGE_MS}
      failed={{ title: SEND_FAILED, description: "Please try again. What you wrote is still here." }}
      hasFailed={failed}
      spacious
      className="grid gap-x-5 gap-y-5 sm:grid-cols-2"
    >
      <SpamGuard token={token} />
      {notice && (
        <Notice tone="error" className="sm:col-span-2">
          {notice}
        </Notice>
      )}
      <TextField label="Name" autoComplete="name" className="sm:col-span-2" {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
      <TextField label="Phone" optional type="tel" autoComplete="tel" {...field("phone")} />
      <TextareaField
        label="Message"
        rows={6}
        className="sm:col-span-2 lg:[&>textarea]:min-h-68"
        {...field("message")}
      />
      <Button
        type="submit"
        size="large"
        data-pending-text="Sending..."
        className="sm:col-span-2 sm:justify-self-start"
      >
        Send Message
      </Button>
    </LiveForm>
  );
}
