import { Form, useNavigation } from "react-router";
import type { OfficeApplication } from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { Badge } from "~/ui/list/badge";
import { ApplicantForm, type FormPart } from "./applicant-form";

/** Form for an interview. The invitation is emailed with a calendar file. */
export function InterviewForm({ application, refused, back }: FormPart) {
  const { interview, tomorrow, email } = application;
  const own = refused?.intent === "interview" ? refused : undefined;
  const isAhead = interview?.state === "ahead";
  const values: Record<string, string | number> = own?.values ?? {
    date: isAhead ? interview.date : tomorrow,
    time: interview?.time ?? "10:00",
    minutes: interview?.minutes ?? 30,
    place: interview?.place ?? "",
    message: interview?.message ?? "",
  };
  const errors = own?.errors ?? {};
  return (
    <ApplicantForm
      intent="interview"
      label="Schedule Interview"
      submit={isAhead ? "Send Update" : "Send Invitation"}
      pendingLabel="Sending..."
      className="grid-cols-2"
      refused={refused}
      back={back}
    >
      <TextField label="Date" name="date" type="date" defaultValue={values.date} error={errors.date} />
      <TextField label="Time" name="time" type="time" defaultValue={values.time} error={errors.time} />
      <TextField
        label="Minutes"
        name="minutes"
        type="number"
        inputMode="numeric"
        min={5}
        max={480}
        step={5}
        defaultValue={values.minutes}
        error={errors.minutes}
      />
      <TextField
        label="Location"
        name="place"
        autoComplete="off"
        maxLength={LIMITS.place}
        hint="An address, a phone number or a link."
        defaultValue={values.place}
        error={errors.place}
        className="col-span-2"
      />
      <TextareaField
        label="Message"
        name="message"
        optional
        rows={3}
        maxLength={LIMITS.message}
        defaultValue={values.message}
        error={errors.message}
        className="col-span-2"
      />
      <p className="col-span-2 text-[0.875rem]/5 text-moss">
        {isAhead ? "The update" : "The invitation"} goes to {email}, with a calendar file.
      </p>
    </ApplicantForm>
  );
}

const STATES = {
  ahead: { tone: "green", label: "Invited" },
  past: { tone: "neutral", label: "Past" },
  cancelled: { tone: "berry", label: "Cancelled" },
} as const;

/** The scheduled interview. A future one can be cancelled. */
export function InterviewPart({ application }: { application: OfficeApplication }) {
  const busy = useNavigation().formData?.get("intent") === "cancel-interview";
  const { interview } = application;
  if (!interview) return null;
  const { when, minutes, place, message, state } = interview;
  const { tone, label } = STATES[state];
  return (
    <section aria-labelledby="interview" className="grid gap-2 text-[0.9375rem]">
      <div className="flex items-center justify-between gap-3">
        <h3 id="interview" className="font-semibold text-base">
          Interview
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="wrap-anywhere">
        <span className="font-medium tabular-nums">{when}</span>, {minutes} minutes
        <span className="block text-moss">{place}</span>
      </p>
      {message && <p className="wrap-anywhere whitespace-pre-line text-moss">{message}</p>}
      {state === "ahead" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="cancel-interview" />
          <Button
            type="submit"
            variant="ghost"
            size="small"
            className="-ml-4 min-h-11 text-berry!"
            pending={busy}
          >
            Cancel interview
          </Button>
        </Form>
      )}
    </section>
  );
}
