import { greeting } from "~/lib/email-words";
import type { ToastMessage } from "~/lib/toast-message";
import { APPLICATION_LABELS, type ApplicationRow, type ApplicationStatus } from "./list";

/** What is planned with an applicant; dates and times as forms have them, company time. */
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

/** An application as its panel in the office shows it. */
export type OfficeApplication = Omit<ApplicationRow, "interview"> & {
  cover_letter: string;
  interview: Interview | null;
  letters: ApplicationEmail[];
  notes: ApplicationNote[];
  /** The day of tomorrow, company time. */
  tomorrow: string;
  company_name: string;
};

/** What a mail that says no says, until somebody writes it anew. */
export function politeNo(application: Pick<OfficeApplication, "name" | "position" | "company_name">): {
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

/** What is said about a changed status, with the way back; posted to `page`. */
export function statusToast({ id, page, before, after }: Change): ToastMessage {
  const title =
    after === "rejected" ? "Application rejected" : `Marked as ${APPLICATION_LABELS[after].toLowerCase()}`;
  if (before === after) return { title };
  return { title, undo: { action: page, fields: { intent: "status", id, status: before } } };
}
