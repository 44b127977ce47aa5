import type { SeriesRow } from "~/features/plans/series/list";
import type { SeriesState } from "~/features/plans/series/series";
import { Badge } from "~/ui/list/badge";

const TONES = { on: "green", soon: "amber", waiting: "glass", sold: "green", ended: "neutral" } as const;

/** How a series is. */
export function SeriesBadge({ state, state_words }: Pick<SeriesRow, "state_words"> & { state: SeriesState }) {
  return <Badge tone={TONES[state]}>{state_words}</Badge>;
}
