import { withSafeCursor } from "~/lib/cursor";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export type MessageStatus = "new" | "replied" | "archived";

export const MESSAGES_PAGE = "/admin/messages";

export const MESSAGE_STATUSES = ["new", "replied", "archived"] as const satisfies MessageStatus[];

export const MESSAGE_LABELS: Record<MessageStatus, string> = {
  new: "New",
  replied: "Replied",
  archived: "Archived",
};

/** The list of the office: what nobody has read comes first, what is archived last; among them the newest. */
export const MESSAGE_LIST: ListSpec<"unread", "status"> = {
  sorts: ["unread"],
  descending: true,
  filters: { status: MESSAGE_STATUSES },
};

export type MessageListQuery = ListQuery<"unread", "status">;

export function parseMessageList(params: URLSearchParams): MessageListQuery {
  return withSafeCursor(parseListQuery(params, MESSAGE_LIST), isRank);
}

export function messagePath(id: string): string {
  return `${MESSAGES_PAGE}/${id}`;
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

export type MessageExport = {
  id: string;
  created_at: Temporal.Instant;
  status: MessageStatus;
  read_at: Temporal.Instant | null;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  replies: number;
};
