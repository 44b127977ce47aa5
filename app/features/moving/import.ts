import type { Mapping } from "./columns";
import { type Answer, type Clash, type State, VERDICTS, type Verdict } from "./rules";

/** What the address of an import's page asks for: rows of a verdict, with these words, after a line. */
export type ImportQuery = { verdict: Verdict | null; q: string; after: number };

export function importQueryOf(params: URLSearchParams): ImportQuery {
  const verdict = VERDICTS.find((one) => one === params.get("show")) ?? null;
  const after = /^\d{1,9}$/.test(params.get("after") ?? "") ? Number(params.get("after")) : 0;
  return { verdict, q: (params.get("q") ?? "").trim().slice(0, 80), after };
}

/** A row as the page lists it. */
export type RowView = {
  line: number;
  /** The line where a spreadsheet shows it. */
  file_line: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  /** What else it says, by heading. */
  facts: [string, string][];
  verdict: Verdict;
  reason: string | null;
  differences: { field: string; ours: string | null; theirs: string | null }[];
  clash: Clash | null;
  answer: Answer | null;
  is_done: boolean;
  customer: { id: string; name: string } | null;
};

/** An import as its page shows it. Times are in company time. */
export type ImportView = {
  id: string;
  state: State;
  file_name: string;
  vendor: string;
  vendor_name: string;
  /** What its rows are about: a key of SUBJECTS. */
  subject: string;
  encoding: string;
  uploaded: string;
  ended: string | null;
  headers: string[];
  mapping: Mapping;
  /** The first values of each column. */
  samples: string[][];
  row_count: number;
  /** The line that the dry run or the commit has reached. */
  cursor: number;
  /** The line up to which Stripe was asked about the IDs of the file; null when it is not being asked. */
  stripe_line: number | null;
  counts: Record<Verdict, number>;
  /** Conflicts and clashes without an answer, and the answers that some of them can have. */
  unanswered: number;
  answers: Answer[];
  /** Values of the file that are to be chosen for, and what they can be. */
  unknown: UnknownValue[];
  ours: Record<string, { id: string; name: string }[]>;
  /** Why it can't be started; null if it can. */
  why_not: string | null;
  /** How many customers, or what else it is about, it added that are still there. */
  added: number;
  /** How many series its visits belong to. */
  series: number;
  mails_open: boolean;
  /** Whether its rows were deleted, a while after it. */
  rows_gone: boolean;
  query: ImportQuery;
  rows: RowView[];
  /** The line after which the next page begins. */
  next: number | null;
};

/** A value of the file that is nothing here by its name. `name`: its field of the form. */
export type UnknownValue = { field: string; value: string; rows: number; name: string };

/** The choice that a value is nothing of ours. */
export const NOTHING_OF_OURS = "none";

/** The values of a run that nobody has chosen for, those of the most rows first. */
export function unknownValues(unknown: Record<string, Record<string, number>>): UnknownValue[] {
  return Object.entries(unknown)
    .flatMap(([field, counts]) => Object.entries(counts).map(([value, rows]) => ({ field, value, rows })))
    .toSorted((a, b) => a.field.localeCompare(b.field) || b.rows - a.rows || a.value.localeCompare(b.value))
    .map((one, place) => ({ ...one, name: `choice_${place}` }));
}

/** Something that keeps an import from being undone. */
export type Dependent = { customer_id: string | null; customer: string; what: string };

/** How many customers get no emails as long as their imports hold them, and the page to switch these on. */
export type HeldMails = { count: number; href: string };

/** The headings of facts in the order in which a row shows them; others come after. */
const FACTS = ["When", "Service", "Crew", "Price", "Balance", "From", "Expires"];

/** The facts of a row in their order, which the database doesn't keep. */
export function factsInOrder(facts: Record<string, string>): [string, string][] {
  const rank = (heading: string) => (FACTS.includes(heading) ? FACTS.indexOf(heading) : FACTS.length);
  return Object.entries(facts).toSorted(([one], [other]) => rank(one) - rank(other));
}
