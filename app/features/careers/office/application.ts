import { greeting } from "~/lib/email-words";
import type { ToastMessage } from "~/lib/toast-message";
import { APPLICATION_LABELS, type ApplicationRow, type ApplicationStatus } from "./list";

/** An interview as its form shows it. Date and time are in the company's time zone. */
export type Interview = {
  when: string;
  date: string;
  time: string;
  minutes: number;
  place: string;
  message: string;
  state: "ahead" | "past" | "cancelled";
  sequence: number;
};

export type ApplicationNote = { id: string; body: string; author: string; at: string };
export type ApplicationEmail = ApplicationNote & { subject: string; failed: boolean };

/** An application as the office panel shows it. */
export type OfficeApplication = Omit<ApplicationRow, "interview"> & {
  cover_letter: string;
  interview: Interview | null;
  emails: ApplicationEmail[];
  notes: ApplicationNote[];
  /** Tomorrow's date in the company's time zone. */
  tomorrow: string;
  company_name: string;
};

/** Default text of a rejection email. */
export function rejectionDraft(application: Pick<OfficeApplication, "name" | "position" | "company_name">): {
  subject: string;
  body: string;
} {
  const { name, position, company_name } = application;
  return {
    subject: `Your application: ${position}`,
    body: `${greeting(name.split(" ")[0] ?? "")}

Thank you for applying for ${position} and for the time you took. We’ve decided to move forward with other applicants for this opening.

We wish you all the best, and we’d be glad to hear from you when another opening interests you.

${company_name}`,
  };
}

type Change = { id: string; page: string; before: ApplicationStatus; after: ApplicationStatus };

/** Toast for a changed status, with an undo button that posts to `page`. */
export function statusToast({ id, page, before, after }: Change): ToastMessage {
  const title =
    after === "rejected" ? "Application rejected" : `Marked as ${APPLICATION_LABELS[after].toLowerCase()}`;
  if (before === after) return { title };
  return { title, undo: { action: page, fields: { intent: "status", id, status: before } } };
}
