import ExternalLink from "lucide-react/icons/external-link";
import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ApplicationNote, OfficeApplication } from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { ContactFacts, Fact, Facts } from "~/ui/list/facts";
import { NoteList } from "~/ui/list/note-list";
import { Notice } from "~/ui/page/notice";
import { EmailForm, type FormPart, type Refused, RejectForm, SentEmails } from "./applicant-form";
import { InterviewForm, InterviewPart } from "./interview";
import { ApplicationStatusSelect } from "./status-select";

export type ApplicationForm = "interview" | "contact" | "reject";

type Props = Omit<FormPart, "back"> & {
  /** The open form. */
  openForm: ApplicationForm | null;
  hrefOf: (form?: ApplicationForm) => string;
};

export function ApplicationPanel({ application, openForm, hrefOf, formId, refused }: Props) {
  const { id, name, status } = application;
  const part = { application, formId, refused, back: hrefOf() };
  return (
    <div className="grid gap-6">
      {refused?.message && (
        <Notice tone="error" title="Nothing was changed">
          {refused.message}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-[0.9375rem] text-moss">Applied {application.at}</span>
        <ApplicationStatusSelect id={id} name={name} status={status} action={hrefOf()} />
      </div>
      <ApplicationFacts application={application} />
      <div className="grid gap-4 border-line border-y py-5">
        <div className="flex flex-wrap gap-2">
          <Open href={hrefOf("interview")} primary>
            {application.interview?.state === "ahead" ? "Reschedule Interview" : "Schedule Interview"}
          </Open>
          {status === "new" && <Mark id={id} status="reviewed" label="Mark Reviewed" />}
          {(status === "reviewed" || status === "interviewed") && (
            <Mark id={id} status="hired" label="Hire" />
          )}
          <Open href={hrefOf("contact")}>Contact Applicant</Open>
          {status !== "rejected" && (
            <Open href={hrefOf("reject")} berry>
              Reject
            </Open>
          )}
        </div>
        {openForm === "interview" && <InterviewForm {...part} />}
        {openForm === "contact" && <EmailForm {...part} />}
        {openForm === "reject" && status !== "rejected" && <RejectForm {...part} />}
      </div>
      <InterviewPart application={application} />
      <section aria-labelledby="cover-letter">
        <h3 id="cover-letter" className="mb-2 font-semibold">
          Cover letter
        </h3>
        <p className="wrap-anywhere whitespace-pre-line rounded-card bg-paper px-4 py-3 ring-1 ring-line">
          {application.cover_letter}
        </p>
      </section>
      <SentEmails emails={application.emails} />
      <ApplicationNotes notes={application.notes} formId={formId} refused={refused} />
    </div>
  );
}

type OpenProps = { href: string; primary?: boolean; berry?: boolean; children: string };

/** Opens a form of the panel. A link, so it works without script. */
function Open({ href, primary = false, berry = false, children }: OpenProps) {
  const look = buttonLook({ variant: primary ? "primary" : "secondary", size: "small" });
  return (
    <Link to={href} preventScrollReset className={cx(look, "min-h-11", berry && "text-berry!")}>
      {children}
    </Link>
  );
}

type MarkProps = { id: string; status: "reviewed" | "hired"; label: string };

function Mark({ id, status, label }: MarkProps) {
  const busy = useNavigation().formData?.get("status") === status;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="status" value={status} />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" pending={busy}>
        {label}
      </Button>
    </Form>
  );
}

function ApplicationFacts({ application }: { application: OfficeApplication }) {
  const { position, location, email, phone, experience, availability } = application;
  const unknown = <span className="text-moss">Not given</span>;
  return (
    <Facts>
      <Fact label="Position">
        {position}
        <span className="block text-moss">{location}</span>
      </Fact>
      <ContactFacts email={email} phone={phone} />
      <Fact label="Experience">{experience ?? unknown}</Fact>
      <Fact label="Availability">{availability ?? unknown}</Fact>
      <Fact label="Resume">
        <Resume resume={application.resume} link={application.resume_link} />
      </Fact>
    </Facts>
  );
}

type ApplicationNotesProps = { notes: ApplicationNote[]; formId: string; refused: Refused | undefined };

/** Staff notes about an applicant. */
function ApplicationNotes({ notes, formId, refused }: ApplicationNotesProps) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "note";
  const own = refused?.intent === "note" ? refused : undefined;
  useFocusError(form, own?.errors);
  return (
    <section aria-labelledby="notes" className="border-line border-t pt-5">
      <h3 id="notes" className="mb-2.5 font-semibold">
        Notes
      </h3>
      <Form key={notes[0]?.id} ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="form_id" value={formId} />
        <TextareaField
          label="New note"
          name="body"
          rows={2}
          maxLength={LIMITS.note}
          defaultValue={own?.values.body}
          error={own?.errors.body}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="min-h-11 justify-self-start"
        >
          Add note
        </Button>
      </Form>
      <NoteList notes={notes} />
    </section>
  );
}

type ResumeProps = { resume: string | null; link: string | null };

/** A web address as a link; other text as typed. */
export function Resume({ resume, link }: ResumeProps) {
  if (!resume) return <span className="text-moss">No resume attached</span>;
  if (!link) return <span className="wrap-anywhere">{resume}</span>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={link}
      className="relative z-1 inline-flex max-w-full items-center gap-1.5 text-evergreen-700 hover:underline"
    >
      <span className="truncate">{new URL(link).host.replace(/^www\./, "")}</span>
      <ExternalLink aria-hidden strokeWidth={1.75} className="size-4 shrink-0" />
      <span className="sr-only">(resume, opens in a new tab)</span>
    </a>
  );
}
