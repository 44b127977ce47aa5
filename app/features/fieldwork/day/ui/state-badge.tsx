import type { Progress, VisitState } from "~/features/fieldwork/day/progress";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Badge } from "~/ui/list/badge";
import { useWords } from "./words";

const LOOK = {
  "to do": { tone: "neutral", message: m.state_to_do },
  "on the way": { tone: "glass", message: m.state_on_the_way },
  working: { tone: "sunlight", message: m.state_working },
  paused: { tone: "amber", message: m.state_paused },
  done: { tone: "green", message: m.state_done },
} as const satisfies Record<VisitState, unknown>;

/** Where a visit stands, in a word. */
export function StateBadge({ progress }: { progress: Progress }) {
  const { say } = useWords();
  const { tone, message } = LOOK[progress.state];
  return <Badge tone={tone}>{say(message)}</Badge>;
}
