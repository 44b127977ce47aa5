import { MESSAGE_LABELS, type MessageStatus } from "~/features/messages/office/list";
import { Badge } from "~/ui/badge";

const TONES = { new: "amber", replied: "green", archived: "neutral" } as const;

export function MessageBadge({ status, unread }: { status: MessageStatus; unread: boolean }) {
  return (
    <Badge tone={status === "new" && !unread ? "neutral" : TONES[status]}>{MESSAGE_LABELS[status]}</Badge>
  );
}
