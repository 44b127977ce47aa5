import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Form, useSubmit } from "react-router";
import { Button } from "./button";
import { ConfirmDialog } from "./confirm-dialog";

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
  /** What is asked before the form is posted, where there is script. `yes` is what the button of the dialog says. */
  ask?: { title: string; text: ReactNode; yes: string; no: string };
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
  ask,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const [asking, setAsking] = useState(false);
  const question = (event: MouseEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  return (
    <Form ref={form} method="post" action={action} preventScrollReset className="max-sm:w-full">
      {formId && <input type="hidden" name="form_id" value={formId} />}
      {ask && <input type="hidden" name="intent" value={intent} />}
      <Button
        type="submit"
        {...(ask ? { onClick: question } : { name: "intent", value: intent })}
        variant={variant}
        size="small"
        className="min-h-11 max-sm:w-full"
        pending={pending}
        pendingLabel={pendingLabel}
      >
        {children}
      </Button>
      {asking && ask && (
        <ConfirmDialog
          title={ask.title}
          yes={ask.yes}
          no={ask.no}
          onYes={() => {
            setAsking(false);
            submit(form.current, { preventScrollReset: true });
          }}
          onNo={() => setAsking(false)}
        >
          {ask.text}
        </ConfirmDialog>
      )}
    </Form>
  );
}
