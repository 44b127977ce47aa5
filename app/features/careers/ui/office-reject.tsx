import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { CheckboxField } from "~/ui/checkbox-field";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { useFocusError } from "~/ui/use-focus-error";
import { politeNo } from "../office-application";
import { LIMITS } from "../office-forms";
import type { FormPart } from "./office-panel";

/** Asks once more, and for a mail that says no kindly: it can't be taken back. */
export function RejectForm({ application, formId, refused, back }: FormPart) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "reject";
  const own = refused?.intent === "reject" ? refused : undefined;
  const polite = politeNo(application);
  useFocusError(form, own?.errors);
  return (
    <Form
      ref={form}
      method="post"
      action={`${back}${back.includes("?") ? "&" : "?"}form=reject`}
      preventScrollReset
      noValidate
      aria-label="Reject"
      className="group/reject grid gap-3"
    >
      <input type="hidden" name="intent" value="reject" />
      <input type="hidden" name="form_id" value={formId} />
      <p className="font-semibold">Reject the application of {application.name}?</p>
      <CheckboxField
        name="mail"
        value="on"
        defaultChecked={own ? own.values.mail === "on" : true}
        label="Tell the applicant by mail"
      />
      <div className="hidden gap-3 group-has-[[name=mail]:checked]/reject:grid">
        <TextField
          label="Subject"
          name="subject"
          autoComplete="off"
          maxLength={LIMITS.subject}
          defaultValue={own?.values.subject ?? polite.subject}
          error={own?.errors.subject}
        />
        <TextareaField
          label="Mail"
          name="body"
          rows={8}
          maxLength={LIMITS.body}
          defaultValue={own?.values.body ?? polite.body}
          error={own?.errors.body}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="destructive"
          size="small"
          className="min-h-11"
          pending={busy}
          pendingLabel="Rejecting..."
        >
          Reject application
        </Button>
        <Link
          to={back}
          preventScrollReset
          className={cx(buttonLook({ variant: "ghost", size: "small" }), "min-h-11")}
        >
          Cancel
        </Link>
      </div>
    </Form>
  );
}
