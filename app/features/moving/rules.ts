import { CLASH_ANSWERS } from "~/features/scheduling/availability/clash";

export const IMPORTS_PAGE = "/admin/imports";
export const importPath = (id: string) => `${IMPORTS_PAGE}/${id}`;

/** Days that the rows of an import are kept after it was committed or undone. */
export const ROW_DAYS = 30;

/** The largest file, in bytes, and the most rows. */
export const MAX_FILE_MB = 40;
export const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024;
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;

export type State = "mapping" | "checking" | "checked" | "committing" | "cancelled" | "committed" | "undone";
export type Verdict = "new" | "same" | "changed" | "conflict" | "bad";
export type Answer = "ours" | "theirs" | "skip" | "crew" | "nobody" | "anyway";
/** What is in a row's way: that of its visit in the calendar; or its customer was erased here. */
export type Clash = keyof typeof CLASH_ANSWERS | "erased";

export const CLASHES: readonly Clash[] = ["busy", "off", "closed", "erased"];

export const STATE_LABELS: Record<State, string> = {
  mapping: "Columns to choose",
  checking: "Dry run is running",
  checked: "Ready to import",
  committing: "Importing",
  cancelled: "Stopped",
  committed: "Imported",
  undone: "Undone",
};
export const VERDICT_LABELS: Record<Verdict, string> = {
  new: "New",
  changed: "Changed",
  conflict: "Conflict",
  same: "Same",
  bad: "Bad row",
};
export const VERDICTS = Object.keys(VERDICT_LABELS) as Verdict[];
export const ANSWER_LABELS: Record<Answer, string> = {
  ours: "Keep ours",
  theirs: "Take theirs",
  skip: "Leave the row out",
  crew: "Another free crew",
  nobody: "Without a crew",
  anyway: "Schedule it anyway",
};
export const ANSWERS = Object.keys(ANSWER_LABELS) as Answer[];

/** How a conflict or a clash can be answered. No answer puts two visits on one crew. */
export function answersTo(clash: Clash | null): Answer[] {
  if (clash === null) return ["ours", "theirs", "skip"];
  return clash === "erased" ? ["skip", "theirs"] : [...CLASH_ANSWERS[clash]];
}

/** How all conflicts of a kind can be answered at once. Whoever was erased is added again one by one only. */
export const answersToAll = (clash: Clash | null): Answer[] =>
  clash === "erased" ? ["skip"] : answersTo(clash);

export const answerLabel = (answer: Answer, clash: Clash | null): string =>
  clash === "erased" && answer === "theirs" ? "Add them" : ANSWER_LABELS[answer];

type Values = Partial<Record<string, string | null>>;
export type Difference = { field: string; ours: string | null; theirs: string };

/**
 * Compares what a file says with what we have. `known`: whether the last file of that program had this value in this field. What the
 * file says as before is no news. What nobody changed here since takes the file's value; where both changed, people decide.
 */
export function compareValues(
  theirs: Values,
  ours: Values,
  known: (field: string, value: string) => boolean,
): { set: Record<string, string>; conflicts: Difference[] } {
  const set: Record<string, string> = {};
  const conflicts: Difference[] = [];
  for (const [field, their] of Object.entries(theirs)) {
    const our = ours[field] ?? null;
    if (!their || their.toLowerCase() === our?.toLowerCase() || known(field, their)) continue;
    if (our === null || known(field, our)) set[field] = their;
    else conflicts.push({ field, ours: our, theirs: their });
  }
  return { set, conflicts };
}

/** The verdict on a row whose customer, or other thing that it is about, is known. */
export function verdictOf(found: { conflicts: unknown[]; changes: number }): Verdict {
  if (found.conflicts.length > 0) return "conflict";
  return found.changes > 0 ? "changed" : "same";
}

type Counts = Record<Verdict, number>;

/** Why an import can't be committed now; null if it can. */
export function whyNotCommit(state: State, unanswered: number, counts: Counts): string | null {
  if (state !== "checked" && state !== "cancelled") return "This import is not waiting to be started.";
  if (unanswered > 0)
    return `Answer ${unanswered === 1 ? "the conflict" : `all ${unanswered.toLocaleString("en-US")} conflicts`} first.`;
  if (counts.new + counts.changed + counts.conflict + counts.same === 0)
    return "No row of this file can be imported.";
  return null;
}
