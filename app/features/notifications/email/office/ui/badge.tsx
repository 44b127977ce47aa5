import { MAIL_LABELS, type MailStatus } from "~/features/notifications/email/office/list";
import { Badge } from "~/ui/badge";

const TONES = { failed: "berry", queued: "amber", sent: "green", kept: "neutral" } as const;

export function MailBadge({ status }: { status: MailStatus }) {
  return <Badge tone={TONES[status]}>{MAIL_LABELS[status]}</Badge>;
}
