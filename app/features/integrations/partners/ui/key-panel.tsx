import { Form, useNavigation } from "react-router";
import { type ApiKey, PARTNER_LIMITS } from "~/features/integrations/partners/partner";
import { Button } from "~/ui/action/button";
import { CopyField } from "~/ui/action/copy-field";
import { Disclosure } from "~/ui/action/disclosure";
import { IntentButton } from "~/ui/action/intent-button";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { Fact, Facts } from "~/ui/list/facts";
import { Notice } from "~/ui/page/notice";

export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Facts>
      <Fact label="Ends in">
        <span className="font-mono">{apiKey.end}</span>
      </Fact>
      <Fact label="Created">{apiKey.added}</Fact>
      <Fact label="Last used">{apiKey.last_used ?? "Never"}</Fact>
      <Fact label="Revoked">{apiKey.revoked}</Fact>
      <Fact label="Bookings">{apiKey.bookings.toLocaleString("en-US")}</Fact>
    </Facts>
  );
}

/** Actions for an active key: copy the widget's HTML, renew, revoke. */
export function KeyActions({ tag }: { tag: string }) {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <div className="mb-2">
        <CopyField label="Booking widget for the partner's page" value={tag} />
        <p className="mt-2 text-[0.9375rem]/6 text-moss">
          It contains no secret. Bookings made with it count for this partner.
        </p>
      </div>
      <Disclosure title="Replace this key">
        <p className="mb-3 text-[0.9375rem]/6 text-moss">
          The old key stops working right away. The partner, its bookings and its widget stay as they are.
        </p>
        <IntentButton intent="renew" pending={intent === "renew"} pendingLabel="Making...">
          Replace this key
        </IntentButton>
      </Disclosure>
      <Disclosure title="Revoke this key">
        <p className="mb-3 text-[0.9375rem]/6 text-moss">
          It stops working right away, for good. Bookings made with it are kept.
        </p>
        <IntentButton
          intent="revoke"
          variant="destructive"
          pending={intent === "revoke"}
          pendingLabel="Revoking..."
        >
          Revoke key
        </IntentButton>
      </Disclosure>
    </div>
  );
}

type Props = {
  apiKey?: ApiKey;
  /** Values and errors of a rejected form. */
  refused: { values: Record<string, string>; errors: Record<string, string> } | undefined;
};

/** Form with the partner's name, for a new or existing key. */
export function KeyForm({ apiKey, refused }: Props) {
  const { formData } = useNavigation();
  const intent = apiKey ? "rename" : "add";
  const field = fieldProps(refused?.values ?? { name: apiKey?.name ?? "" }, refused?.errors);
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      <TextField
        label="Partner's name"
        {...field("name")}
        maxLength={PARTNER_LIMITS.name}
        required
        autoComplete="off"
        hint="Bookings made with this key show this name."
      />
      <Button
        type="submit"
        className="justify-self-start"
        pending={formData?.get("intent") === intent}
        pendingLabel={apiKey ? "Saving..." : "Making..."}
      >
        {apiKey ? "Save" : "Create key"}
      </Button>
    </Form>
  );
}

/** Shows a new key. It can't be shown again. */
export function NewKey({ value }: { value: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the key now">
        It won't be shown again. The partner's server sends it with each request; never put it on a web page
        or in an app.
      </Notice>
      <CopyField label="API key" value={value} />
    </div>
  );
}
