import { type ReviewState, STATE_LABELS } from "~/features/reviews/office/list";
import { Badge } from "~/ui/badge";

const TONES = { published: "green", consented: "amber", private: "neutral" } as const;

export function ReviewBadge({ state }: { state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
