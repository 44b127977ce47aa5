import { Form, useNavigation } from "react-router";
import { type ApiKey, PARTNER_LIMITS } from "~/features/integrations/partners/partner";
import { Button } from "~/ui/button";
import { fieldProps } from "~/ui/field-props";
import { TextField } from "~/ui/text-field";

type Props = {
  apiKey?: ApiKey;
  /** What was sent and not accepted, and what is wrong with it. */
  refused: { values: Record<string, string>; errors: Record<string, string> } | undefined;
};

/** Whose key it is, of a new one or one that is there. */
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
