import { Badge } from "~/ui/badge";
import { MESSAGE_LABELS, type MessageStatus } from "../office-list";

const TONES = { new: "amber", replied: "green", archived: "neutral" } as const;

export function MessageBadge({ status, unread }: { status: MessageStatus; unread: boolean }) {
  return (
    <Badge tone={status === "new" && !unread ? "neutral" : TONES[status]}>{MESSAGE_LABELS[status]}</Badge>
  );
}
