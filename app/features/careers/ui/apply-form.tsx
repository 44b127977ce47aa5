import { fieldRules } from "~/lib/field-rules";
import { SENDING_APPLICATION_MS } from "~/lib/timings";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { SpamGuard } from "~/ui/form/spam-guard";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { LiveForm } from "~/ui/live/live-form";
import { Notice } from "~/ui/page/notice";
import { applicationSchema } from "../forms";

type Name = keyof typeof applicationSchema.shape;

/** State of the form: values and errors. */
export type ApplyFormState = {
  token: string;
  values: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string[]>>;
  /** Error that belongs to no field. */
  notice?: string;
  failed?: boolean;
};

const rules = fieldRules(applicationSchema);

export function ApplyForm({
  jobId,
  token,
  values,
  errors,
  notice,
  failed,
}: ApplyFormState & { jobId: number }) {
  const field = (name: Name) => ({
    ...rules[name],
    id: `apply-${name}`,
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <LiveForm
      id="apply-form"
      action={`/careers?apply=${jobId}`}
      pendingMs={SENDING_APPLICATION_MS}
      failed={{ title: "Failed to submit application. Please try again later." }}
      hasFailed={failed}
      spacious
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain p-5 sm:grid-cols-2 sm:px-8 sm:py-6">
        <SpamGuard token={token} />
        {notice && (
          <Notice tone="error" className="sm:col-span-2">
            {notice}
          </Notice>
        )}
        <TextField
          label="Full Name"
          autoComplete="name"
          className="sm:col-span-2"
          autoFocus
          {...field("name")}
        />
        <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" {...field("phone")} />
        <TextField
          label="Resume or LinkedIn URL (Optional)"
          inputMode="url"
          autoComplete="url"
          className="sm:col-span-2"
          {...field("resume")}
        />
        <TextField label="Experience (Optional)" placeholder="Two years in hotels" {...field("experience")} />
        <TextField
          label="Availability (Optional)"
          placeholder="Mornings, starting in March"
          {...field("availability")}
        />
        <TextareaField label="Cover Letter" rows={6} className="sm:col-span-2" {...field("coverLetter")} />
      </div>
      <div className="flex gap-3 border-line border-t px-5 py-4 sm:justify-end sm:px-8">
        <ButtonLink href="/careers" data-close="" variant="secondary">
          Cancel
        </ButtonLink>
        <Button type="submit" data-pending-text="Submitting..." className="max-sm:flex-1 sm:min-w-48">
          Submit Application
        </Button>
      </div>
    </LiveForm>
  );
}
