import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  type ApplicationEmail,
  type OfficeApplication,
  rejectionDraft,
} from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";

/** A rejected form of the panel. */
export type Refused = {
  intent: string;
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
};

export type FormPart = {
  application: OfficeApplication;
  formId: string;
  refused: Refused | undefined;
  /** Address of the panel without a form. */
  back: string;
};

type Props = Pick<FormPart, "refused" | "back"> & {
  intent: string;
  label: string;
  /** Label of the button, and its label while the form is sent. */
  submit: string;
  pendingLabel: string;
  variant?: "primary" | "destructive";
  className?: string;
  children: ReactNode;
};

/** A form that opens in the panel. It returns to itself when rejected and can be closed. */
export function ApplicantForm({
  intent,
  label,
  submit,
  pendingLabel,
  variant,
  className,
  refused,
  back,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === intent;
  useFocusError(form, refused?.intent === intent ? refused.errors : undefined);
  return (
    <Form
      ref={form}
      method="post"
      action={`${back}${back.includes("?") ? "&" : "?"}form=${intent}`}
      preventScrollReset
      noValidate
      aria-label={label}
      className={cx("grid gap-3", className)}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <div className="col-span-full flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={variant}
          size="small"
          className="min-h-11"
          pending={busy}
          pendingLabel={pendingLabel}
        >
          {submit}
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

export function EmailForm({ application, formId, refused, back }: FormPart) {
  const own = refused?.intent === "contact" ? refused : undefined;
  return (
    <ApplicantForm
      intent="contact"
      label="Contact Applicant"
      submit="Send Email"
      pendingLabel="Sending..."
      refused={refused}
      back={back}
    >
      <input type="hidden" name="form_id" value={formId} />
      <TextField
        label="Subject"
        name="subject"
        autoComplete="off"
        maxLength={LIMITS.subject}
        defaultValue={own?.values.subject ?? `Your application: ${application.position}`}
        error={own?.errors.subject}
      />
      <TextareaField
        label="Email"
        name="body"
        rows={6}
        maxLength={LIMITS.body}
        hint={`To ${application.email}. Replies go to the company's email address.`}
        defaultValue={own?.values.body}
        error={own?.errors.body}
      />
    </ApplicantForm>
  );
}

/** Emails sent to the applicant. */
export function SentEmails({ emails }: { emails: ApplicationEmail[] }) {
  if (emails.length === 0) return null;
  return (
    <section aria-labelledby="emails">
      <h3 id="emails" className="mb-2 font-semibold">
        Emails to the applicant
      </h3>
      <ol className="grid gap-3">
        {emails.map(({ id, subject, body, author, at, failed }) => (
          <li key={id} className="wrap-anywhere rounded-card bg-sage-soft px-4 py-3 text-[0.9375rem]">
            <p className="font-medium">{subject}</p>
            <p className="mt-1 whitespace-pre-line">{body}</p>
            <p className="mt-2 text-[0.8125rem]/5 text-moss">
              {author}, {at}
            </p>
            {failed && (
              <p className="flex items-center gap-1 font-medium text-[0.8125rem]/5 text-berry">
                <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
                The email could not be sent. We'll keep trying for a while.
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Asks for confirmation and for a rejection email. Can't be undone. */
export function RejectForm({ application, formId, refused, back }: FormPart) {
  const own = refused?.intent === "reject" ? refused : undefined;
  const draft = rejectionDraft(application);
  return (
    <ApplicantForm
      intent="reject"
      label="Reject"
      submit="Reject application"
      pendingLabel="Rejecting..."
      variant="destructive"
      className="group/reject"
      refused={refused}
      back={back}
    >
      <input type="hidden" name="form_id" value={formId} />
      <p className="font-semibold">Reject the application of {application.name}?</p>
      <CheckboxField
        name="mail"
        value="on"
        defaultChecked={own ? own.values.mail === "on" : true}
        label="Tell the applicant by email"
      />
      <div className="hidden gap-3 group-has-[[name=mail]:checked]/reject:grid">
        <TextField
          label="Subject"
          name="subject"
          autoComplete="off"
          maxLength={LIMITS.subject}
          defaultValue={own?.values.subject ?? draft.subject}
          error={own?.errors.subject}
        />
        <TextareaField
          label="Email"
          name="body"
          rows={8}
          maxLength={LIMITS.body}
          defaultValue={own?.values.body ?? draft.body}
          error={own?.errors.body}
        />
      </div>
    </ApplicantForm>
  );
}
