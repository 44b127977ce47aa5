import { Badge } from "~/ui/badge";
import { type ReviewState, STATE_LABELS } from "../office-list";

const TONES = { published: "green", consented: "amber", private: "neutral" } as const;

export function ReviewBadge({ state }: { state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
