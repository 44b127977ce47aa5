import { Form } from "react-router";
import { Button } from "./button";

type Props = {
  /** The intent that the form posts. */
  intent: string;
  /** The address to post to; by default the page itself. */
  action?: string;
  /** The id of the form as shown, so that a form sent twice acts once. */
  formId?: string;
  variant?: "secondary" | "ghost" | "destructive";
  pending: boolean;
  pendingLabel?: string;
  children: string;
};

/** A small button in a form of its own, which posts its intent to the page. */
export function IntentButton({
  intent,
  action,
  formId,
  variant = "secondary",
  pending,
  pendingLabel,
  children,
}: Props) {
  return (
    <Form method="post" action={action} preventScrollReset>
      {formId && <input type="hidden" name="form_id" value={formId} />}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        size="small"
        className="min-h-11"
        pending={pending}
        pendingLabel={pendingLabel}
      >
        {children}
      </Button>
    </Form>
  );
}
