import { choice, isMoment, listSpec } from "~/lib/list-query";

export type MailStatus = "queued" | "sent" | "kept" | "failed";

export const MAIL_LABELS: Record<MailStatus, string> = {
  failed: "Failed",
  queued: "Queued",
  sent: "Sent",
  kept: "Kept",
};

/** The list of the office: the newest on top. */
export const MAIL_LIST = listSpec({
  name: "mails",
  path: "/admin/mail",
  title: "Emails",
  about: "Every email the company sends, with its status.",
  noun: ["mail", "mails"],
  placeholder: "Search by address or subject",
  exporting: "Export Emails",
  empty: "Emails the company sends will show up here.",
  failure: "Failed to fetch emails",
  sorts: { date: isMoment },
  filters: { status: choice("Status", "All Statuses", MAIL_LABELS) },
});

/** A mail in the list: finished strings, company time. */
export type MailRow = {
  id: string;
  at: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  /** What the mail server said when it refused. */
  error: string | null;
};

/** Everything about a mail as its panel shows it; its text is without what only the recipient may read. */
export type OfficeMail = MailRow & {
  text: string;
  attachments: string[];
  sent_at: string | null;
  booking_id: string | null;
  user_id: string | null;
  /** Its content has been deleted. */
  emptied: boolean;
  /** Why it can't be sent again; null when it can. */
  why_not_again: string | null;
  /** That its address bounced, in words; null when mail may go there. */
  bounced: string | null;
};

type State = { status: MailStatus; envelope: object | null; html: string };

/** Whether what a mail said is gone: it is kept for a year. */
export function isEmptied({ html }: Pick<State, "html">): boolean {
  return html === "";
}

/** Why a mail can't be sent again; null when it can. */
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

/** What the mail server said, without the word that our own program puts before it. */
export function serverWords(error: string | null): string | null {
  return error?.replace(/^(?:\w*Error: )+/, "") ?? null;
}

/** A mail's page to look at: its links lead nowhere, so that nobody in the office follows one meant for somebody else. */
export function withoutLinks(html: string): string {
  return html.replace(
    /(<(?:a|area|form|base)\b[^>]*?)\s(?:href|action)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi,
    "$1",
  );
}
