import type { Refusal } from "~/features/fieldwork/day/forms";
import type { VisitState } from "~/features/fieldwork/day/progress";
import type { ReportKind } from "~/features/fieldwork/day/report";
import type { PhotoView } from "~/features/fieldwork/photos/photo";

/** A report as the office sees it. `answer`: null while it waits. */
export type OfficeReport = {
  id: string;
  kind: ReportKind;
  words: string;
  photos: PhotoView[];
  who: string;
  at: string;
  answer: { text: string; who: string; at: string } | null;
  /** The visit can be made longer at once. */
  can_lengthen: boolean;
};

/** What happened at a visit, for the booking's panel: finished strings, company time. */
export type VisitDay = {
  state: VisitState;
  /** "8:00 AM to 11:00 AM, 3 h" */
  planned: string;
  /** What the crew tapped, as `planned`; null while it hasn't begun. */
  actual: string | null;
  taps: { id: string; what: string; who: string; at: string }[];
  items: { id: string; text: string; required: boolean; done: string | null }[];
  /** Those before and after the work. */
  photos: PhotoView[];
  /** Why the crew may finish without the required items; null: it may not. */
  waived: string | null;
  /** Required items are open, and the visit is not over. */
  can_waive: boolean;
  reports: OfficeReport[];
  /** "Ben's 'Finish' at 3:10 PM was not taken: the visit was cancelled." */
  refused: { id: string; sentence: string; at: string }[];
};

/** What members tap, in the words of the office. */
const TAPS: Record<string, string> = {
  on_my_way: "On my way",
  started: "Start",
  paused: "Pause",
  resumed: "Resume",
  finished: "Finish",
  checked: "Item done",
  unchecked: "Item not done",
  undone: "Undo",
  reported: "Report",
};

/** The button that was pressed. */
export function tapOf(kind: string): string {
  return TAPS[kind] ?? kind;
}

const WHY: Record<Refusal, string> = {
  invalid: "it couldn’t be read",
  missing: "the visit didn’t exist any more",
  "not yours": "the visit belonged to another crew",
  cancelled: "the visit was cancelled",
  "too old": "it came more than six days later",
  "items open": "required items of the checklist were open",
  "too late": "the visit was completed too long before",
};

/** Why a tap was not taken: "Ben's 'Finish' at 3:10 PM was not taken: the visit was cancelled." */
export function refusalSentence({
  who,
  kind,
  time,
  reason,
}: Record<"who" | "kind" | "time" | "reason", string>) {
  const why = Object.hasOwn(WHY, reason) ? WHY[reason as Refusal] : reason;
  return `${who}’s “${tapOf(kind)}” at ${time} was not taken: ${why}.`;
}
