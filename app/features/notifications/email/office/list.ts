import { UUIDS } from "~/lib/ids";
import { choice, isMoment, listSpec } from "~/lib/list-query";

export type MailStatus = "queued" | "sent" | "kept" | "failed";

export const MAIL_LABELS: Record<MailStatus, string> = {
  failed: "Failed",
  queued: "Queued",
  sent: "Sent",
  kept: "Kept",
};

export const MAIL_LIST = listSpec({
  name: "mails",
  path: "/admin/mail",
  title: "Emails",
  about: "Every email the company sends, with its status.",
  noun: ["mail", "mails"],
  dated: "Created",
  placeholder: "Search by address or subject",
  exporting: "Export Emails",
  empty: "Emails the company sends will show up here.",
  failure: "Failed to fetch emails",
  sorts: { date: isMoment },
  filters: { status: choice("Status", "All Statuses", MAIL_LABELS) },
});

/** An email in the list as formatted text. Times are company time. */
export type MailRow = {
  id: string;
  at: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  /** The mail server's error. */
  error: string | null;
};

/** An email as its panel shows it, without its secrets. */
export type OfficeMail = MailRow & {
  text: string;
  attachments: string[];
  sent_at: string | null;
  booking: { id: string; number: string } | null;
  user_id: string | null;
  /** Whether its content was deleted. */
  emptied: boolean;
  /** Why it can't be sent again; null if it can. */
  why_not_again: string | null;
  /** Bounce of its recipient as text; null if there is none. */
  bounced: string | null;
};

type State = { status: MailStatus; envelope: object | null; html: string };

/** Whether the content was deleted, a year after the email. */
export function isEmptied({ html }: Pick<State, "html">): boolean {
  return html === "";
}

/** Why an email can't be sent again; null if it can. */
export function whyNotAgain({ status, envelope, html }: State): string | null {
  if (status === "queued") return "It's on its way.";
  if (isEmptied({ html })) return "Its content has been deleted.";
  if (envelope) return null;
  return "It contained a private link for the recipient, which is deleted once the email is sent.";
}

/** "Tried 3 times". */
export function formatTries(attempts: number): string {
  if (attempts === 0) return "Not tried yet";
  return attempts === 1 ? "Tried once" : `Tried ${attempts.toLocaleString("en-US")} times`;
}

/** The mail server's message without the "Error:" that our own program adds. */
export function serverMessage(error: string | null): string | null {
  return error?.replace(/^(?:\w*Error: )+/, "") ?? null;
}

/** Shortens the ids in the addresses of an email's text, which nobody reads out. */
export function withoutIds(text: string): string {
  return text.replace(UUIDS, "…");
}

/** Removes the links of an email's HTML, so that staff can't follow one meant for the recipient. */
export function withoutLinks(html: string): string {
  return html.replace(
    /(<(?:a|area|form|base)\b[^>]*?)\s(?:href|action)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi,
    "$1",
  );
}
