import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { REPORT_LABELS, REPORT_LENGTH } from "~/features/fieldwork/day/report";
import { LONGER } from "~/features/fieldwork/office/forms";
import type { OfficeReport } from "~/features/fieldwork/office/visit-day";
import { Photos } from "~/features/fieldwork/photos/ui/photos";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Badge } from "~/ui/list/badge";
import { PanelPart } from "~/ui/list/panel-part";

/** A form of this part that was not accepted. */
export type Refused = { errors: Record<string, string>; values: Record<string, string> };

type Props = { reports: OfficeReport[]; refused: Refused | undefined };

/** What the crew told from the visit, and the office's answers. */
export function CrewReports({ reports, refused }: Props) {
  if (reports.length === 0) return null;
  return (
    <PanelPart title="Reports from the crew">
      <ul className="grid gap-4">
        {reports.map((report) => (
          <li key={report.id} className="rounded-card bg-paper p-4 ring-1 ring-line">
            <Told report={report} />
            {report.answer ? (
              <div className="mt-3 rounded-control bg-glass px-3.5 py-2.5 text-[0.9375rem]/6">
                <p className="wrap-anywhere whitespace-pre-line">{report.answer.text}</p>
                <p className="mt-1 text-[0.8125rem]/5 text-moss">
                  {report.answer.who}, {report.answer.at}
                </p>
              </div>
            ) : (
              <Allowed to="bookings.edit">
                {report.can_lengthen && <Longer report={report} />}
                <AnswerForm
                  report={report}
                  refused={refused?.values.report === report.id ? refused : undefined}
                />
              </Allowed>
            )}
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

function Told({ report: { kind, words, photos, who, at, answer } }: { report: OfficeReport }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold text-[0.9375rem]/5">{REPORT_LABELS[kind]}</h4>
        {!answer && <Badge tone="amber">Waits for an answer</Badge>}
      </div>
      <p className="wrap-anywhere mt-1 whitespace-pre-line text-[0.9375rem]/6">{words}</p>
      <p className="text-[0.8125rem]/5 text-moss">
        {who}, {at}
      </p>
      {photos.length > 0 && (
        <div className="mt-3">
          <Photos photos={photos} />
        </div>
      )}
    </>
  );
}

/** Makes the visit longer at once, if the crew's calendar has room. */
function Longer({ report: { id } }: { report: OfficeReport }) {
  const sent = useNavigation().formData;
  const pending = sent?.get("intent") === "lengthen" && sent.get("report") === id;
  return (
    <Form method="post" preventScrollReset className="mt-3">
      <input type="hidden" name="intent" value="lengthen" />
      <input type="hidden" name="report" value={id} />
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Give them more time</legend>
        <div className="flex flex-wrap gap-2">
          {LONGER.map((minutes) => (
            <Button
              key={minutes}
              type="submit"
              name="minutes"
              value={minutes}
              variant="secondary"
              size="small"
              pending={pending && sent.get("minutes") === String(minutes)}
            >
              {minutes} min
            </Button>
          ))}
        </div>
        <p className="mt-1.5 text-[0.8125rem]/5 text-moss">
          If nothing else is in their calendar. The price stays, and the crew gets this as the answer.
        </p>
      </fieldset>
    </Form>
  );
}

function AnswerForm({ report: { id }, refused }: { report: OfficeReport; refused: Refused | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData;
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="mt-3 grid gap-3">
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="report" value={id} />
      <TextareaField
        label="Answer"
        name="answer"
        rows={2}
        maxLength={REPORT_LENGTH}
        hint="The crew sees it on their phones at once."
        defaultValue={refused?.values.answer}
        error={refused?.errors.answer}
        required
      />
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        pending={sent?.get("intent") === "answer" && sent.get("report") === id}
        pendingLabel="Sending..."
      >
        Send answer
      </Button>
    </Form>
  );
}
