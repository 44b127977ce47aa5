import CircleAlert from "lucide-react/icons/circle-alert";
import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { useFocusError } from "~/ui/use-focus-error";
import type { ApplicationLetter } from "../office-application";
import { LIMITS } from "../office-forms";
import type { FormPart } from "./office-panel";

/** A mail to the applicant. */
export function LetterForm({ application, formId, refused, back }: FormPart) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "contact";
  const own = refused?.intent === "contact" ? refused : undefined;
  useFocusError(form, own?.errors);
  return (
    <Form
      ref={form}
      method="post"
      action={`${back}${back.includes("?") ? "&" : "?"}form=contact`}
      preventScrollReset
      noValidate
      aria-label="Contact Applicant"
      className="grid gap-3"
    >
      <input type="hidden" name="intent" value="contact" />
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
        label="Mail"
        name="body"
        rows={6}
        maxLength={LIMITS.body}
        hint={`Goes to ${application.email}; answers come to the company's address.`}
        defaultValue={own?.values.body}
        error={own?.errors.body}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" className="min-h-11" pending={busy} pendingLabel="Sending...">
          Send Mail
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

/** What was written to the applicant. */
export function Letters({ letters }: { letters: ApplicationLetter[] }) {
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="letters">
      <h3 id="letters" className="mb-2 font-semibold">
        Mails to the applicant
      </h3>
      <ol className="grid gap-3">
        {letters.map(({ id, subject, body, author, at, failed }) => (
          <li key={id} className="wrap-anywhere rounded-card bg-sage-soft px-4 py-3 text-[0.9375rem]">
            <p className="font-medium">{subject}</p>
            <p className="mt-1 whitespace-pre-line">{body}</p>
            <p className="mt-2 text-[0.8125rem]/5 text-moss">
              {author}, {at}
            </p>
            {failed && (
              <p className="flex items-center gap-1 font-medium text-[0.8125rem]/5 text-berry">
                <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
                The mail could not be sent. It is tried again for a while.
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
