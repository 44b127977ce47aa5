import type { MessageStatus } from "./list";

export type Reply = {
  id: string;
  body: string;
  author: string;
  at: string;
  /** What became of the mail; null before it is begun. */
  mail: "on its way" | "sent" | "kept" | "failed" | null;
};

/** A message as its panel in the office shows it: finished strings, company time. */
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
  /** The account under the address, when there is one. */
  customer_id: string | null;
  /** The newest bookings under the address. */
  bookings: { id: string; service: string; when: string; status: string }[];
  canned: CannedReply[];
};

export type CannedReply = { id: string; title: string; body: string };

/** A canned reply as it is put into a reply: "{name}" becomes the first name. */
export function cannedText({ body }: Pick<CannedReply, "body">, name: string): string {
  const first = name.split(" ")[0] || "there";
  return body.replaceAll("{name}", () => first);
}
