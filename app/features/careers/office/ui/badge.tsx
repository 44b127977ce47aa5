import { APPLICATION_LABELS, type ApplicationStatus } from "~/features/careers/office/list";
import { Badge } from "~/ui/badge";

const TONES = {
  new: "amber",
  reviewed: "neutral",
  interviewed: "glass",
  hired: "green",
  rejected: "berry",
} as const;

export function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  return <Badge tone={TONES[status]}>{APPLICATION_LABELS[status]}</Badge>;
}
