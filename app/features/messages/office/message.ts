import type { MessageStatus } from "./list";

export type Reply = {
  id: string;
  body: string;
  author: string;
  at: string;
  /** State of the email. Null before it is queued. */
  email: "on its way" | "sent" | "kept" | "failed" | null;
};

/** A message as the office panel shows it. Texts are formatted, in the company's time zone. */
export type OfficeMessage = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  status: MessageStatus;
  unread: boolean;
  at: string;
  replies: Reply[];
  /** Account with this email address, if any. */
  customer_id: string | null;
  /** Newest bookings with this email address. */
  bookings: { id: string; service: string; when: string; status: string }[];
  canned: CannedReply[];
};

export type CannedReply = { id: string; title: string; body: string };

/** Text of a canned reply, with "{name}" replaced by the first name. */
export function cannedText({ body }: Pick<CannedReply, "body">, name: string): string {
  const first = name.split(" ")[0] || "there";
  return body.replaceAll("{name}", () => first);
}
