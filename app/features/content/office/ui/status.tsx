import { Badge } from "~/ui/list/badge";
import type { Status } from "../view";

const SHOWN = {
  "as shipped": "neutral",
  "own text": "green",
  "not on the site": "amber",
  "no text": "neutral",
} as const;
const WORDS = {
  "as shipped": "As shipped",
  "own text": "Own text",
  "not on the site": "Not on the site",
  "no text": "No text",
};

/** Where a text stands: what the site shows, and what waits. */
export function TextStatus({ shown, draft, planned }: Status) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={SHOWN[shown]}>{WORDS[shown]}</Badge>
      {draft && <Badge tone="glass">Draft</Badge>}
      {planned && <Badge tone="sunlight">Planned for {planned}</Badge>}
    </span>
  );
}
