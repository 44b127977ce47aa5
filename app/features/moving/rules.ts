import type { CodeKind } from "~/features/customers/codes/codes";
import type { Row, RowHome } from "./row";

export const IMPORTS_PAGE = "/admin/imports";
export const importPath = (id: string) => `${IMPORTS_PAGE}/${id}`;

/** Days that the rows of an import are kept after it was committed or undone. */
export const ROW_DAYS = 30;

/** The largest file, in bytes, and the most rows. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;

export type State = "mapping" | "checking" | "checked" | "committing" | "cancelled" | "committed" | "undone";
export type Verdict = "new" | "same" | "changed" | "conflict" | "bad";
export type Answer = "ours" | "theirs" | "skip";

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
};
export const ANSWERS = Object.keys(ANSWER_LABELS) as Answer[];

/** Fields of a customer and of a home in which one value replaces another. */
export const PERSON_FIELDS = ["first_name", "last_name", "company_name"] as const;
export const HOME_FIELDS = [
  "bedrooms",
  "bathrooms",
  "half_baths",
  "square_footage",
  "special_instructions",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];
export type HomeField = (typeof HOME_FIELDS)[number];

export const FIELD_LABELS: Record<PersonField | HomeField, string> = {
  first_name: "First name",
  last_name: "Last name",
  company_name: "Company",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  half_baths: "Half baths",
  square_footage: "Square feet",
  special_instructions: "Instructions",
};

/** What tells one person of a file from another, best first. `id` counts for its program only. */
export function personKey(row: Row): string {
  const name = [row.company_name, row.first_name, row.last_name].join(" ").toLowerCase();
  if (row.external_id) return `id ${row.external_id.toLowerCase()}`;
  if (row.emails[0]) return `email ${row.emails[0]}`;
  if (row.phones[0]) return `phone ${row.phones[0]} ${name}`;
  return `name ${name} ${homeKey(row.home)}`;
}

/** What tells one home from another; empty without one. */
export function homeKey(home: Pick<RowHome, "address_line1" | "address_line2" | "zip_code"> | null): string {
  if (!home) return "";
  const { address_line1, address_line2, zip_code } = home;
  return [address_line1, address_line2 ?? "", zip_code.slice(0, 5)].join("|").toLowerCase();
}

/** The values of a row by field, as texts. */
export function valuesOf(row: Row): Partial<Record<PersonField | HomeField, string>> {
  const fields = [
    ...PERSON_FIELDS.map((field) => [field, row[field]] as const),
    ...(row.home ? HOME_FIELDS.map((field) => [field, row.home?.[field] ?? null] as const) : []),
  ];
  return Object.fromEntries(
    fields.flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  );
}

/** What a row may add, each with the text that its digest is made of. */
export type Addition =
  | { of: "email" | "phone" | "tag" | "note"; value: string }
  | { of: "code"; kind: CodeKind; label: string; value: string };

export function additionsOf(row: Row): Addition[] {
  return [
    ...row.emails.map((value) => ({ of: "email" as const, value })),
    ...row.phones.map((value) => ({ of: "phone" as const, value })),
    ...row.tags.map((value) => ({ of: "tag" as const, value })),
    ...(row.note ? [{ of: "note" as const, value: row.note }] : []),
    ...row.codes.map((code) => ({ of: "code" as const, ...code })),
  ];
}

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

/** The verdict on a row whose customer is known. */
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
