import { Form, useNavigation } from "react-router";
import { MAX_URL } from "~/features/integrations/webhooks/forms";
import {
  EVENT_LABELS,
  fieldOf,
  WEBHOOK_EVENTS,
  type Webhook,
} from "~/features/integrations/webhooks/webhook";
import { Button } from "~/ui/action/button";
import { CopyField } from "~/ui/action/copy-field";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

type Props = {
  webhook?: Webhook;
  /** Values and errors of a rejected form. */
  refused: { values: Record<string, string>; errors: Record<string, string> } | undefined;
};

/** Form with address and events, for a new or existing webhook. */
export function WebhookForm({ webhook, refused }: Props) {
  const navigation = useNavigation();
  const intent = webhook ? "update" : "add";
  const field = fieldProps(refused?.values ?? { url: webhook?.url ?? "" }, refused?.errors);
  const events = refused?.errors.events;
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      <TextField
        label="Address"
        {...field("url")}
        type="url"
        inputMode="url"
        maxLength={MAX_URL}
        required
        autoComplete="off"
        spellCheck={false}
        hint="Must start with https:// and be on the public internet."
      />
      <fieldset
        aria-invalid={events ? true : undefined}
        aria-describedby={events ? "webhook-events-error" : undefined}
      >
        <legend className="mb-1 font-semibold text-[0.9375rem]/5">Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckboxField
            key={event}
            name={fieldOf(event)}
            defaultChecked={
              refused ? refused.values[fieldOf(event)] === "on" : (webhook?.events.includes(event) ?? true)
            }
            label={
              <>
                {EVENT_LABELS[event]} <code className="text-[0.8125rem] text-moss">{event}</code>
              </>
            }
          />
        ))}
        {events && (
          <p id="webhook-events-error" className="mt-1 font-medium text-[0.9375rem]/5 text-berry">
            {events}
          </p>
        )}
      </fieldset>
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={navigation.formData?.get("intent") === intent}
        pendingLabel="Saving..."
      >
        {webhook ? "Save" : "Add webhook"}
      </Button>
    </Form>
  );
}

/** Shows a new secret. It can't be shown again. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the secret now">
        It won't be shown again. The receiving app uses it to verify that events come from here.
      </Notice>
      <CopyField label="Secret" value={secret} />
    </div>
  );
}
