import { politeNo } from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { CheckboxField } from "~/ui/checkbox-field";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { ApplicantForm, type FormPart } from "./applicant-form";

/** Asks once more, and for a mail that says no kindly: it can't be taken back. */
export function RejectForm({ application, formId, refused, back }: FormPart) {
  const own = refused?.intent === "reject" ? refused : undefined;
  const polite = politeNo(application);
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
          defaultValue={own?.values.subject ?? polite.subject}
          error={own?.errors.subject}
        />
        <TextareaField
          label="Email"
          name="body"
          rows={8}
          maxLength={LIMITS.body}
          defaultValue={own?.values.body ?? polite.body}
          error={own?.errors.body}
        />
      </div>
    </ApplicantForm>
  );
}
