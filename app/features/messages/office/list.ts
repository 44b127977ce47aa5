import { choice, listSpec } from "~/lib/list-query";

export type MessageStatus = "new" | "replied" | "archived";

export const MESSAGE_LABELS: Record<MessageStatus, string> = {
  new: "New",
  replied: "Replied",
  archived: "Archived",
};

/** The list of the office: what nobody has read comes first, what is archived last; among them the newest. */
export const MESSAGE_LIST = listSpec({
  name: "messages",
  path: "/admin/messages",
  title: "Messages",
  about: "Messages from the contact form.",
  noun: ["message", "messages"],
  dated: "Received",
  placeholder: "Search messages",
  exporting: "Export Messages",
  empty: "Messages from the contact form will show up here.",
  sorts: { unread: isRank },
  filters: { status: choice("Status", "All Statuses", MESSAGE_LABELS) },
});

export function messagePath(id: string): string {
  return `${MESSAGE_LIST.path}/${id}`;
}

/** Whether the text is what the list sorts by: seconds, more of them for what is unread, fewer for what is archived. */
function isRank(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text);
}

/** A message in the list: finished strings, company time. */
export type MessageRow = {
  id: string;
  name: string;
  email: string;
  /** How it begins. */
  excerpt: string;
  status: MessageStatus;
  unread: boolean;
  at: string;
};
