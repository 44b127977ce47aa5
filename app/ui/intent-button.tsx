import { Form } from "react-router";
import { Button } from "~/ui/button";

type Props = {
  /** What the form of the page is asked to do. */
  intent: string;
  /** Where the form posts to; the page itself unless told. */
  action?: string;
  /** Of the form as it was shown: sent twice, it is done once. */
  formId?: string;
  variant?: "secondary" | "ghost" | "destructive";
  pending: boolean;
  pendingLabel?: string;
  children: string;
};

/** A small button that is a form of its own: it posts its intent to the page it stands on. */
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
