import CircleAlert from "lucide-react/icons/circle-alert";
import type { ApplicationEmail } from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { ApplicantForm, type FormPart } from "./applicant-form";

/** A mail to the applicant. */
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

/** What was written to the applicant. */
export function SentEmails({ letters }: { letters: ApplicationEmail[] }) {
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="letters">
      <h3 id="letters" className="mb-2 font-semibold">
        Emails to the applicant
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
                The email could not be sent. We'll keep trying for a while.
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
