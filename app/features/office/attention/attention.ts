/** What can be done about a case: a link, or a form that does it at once. */
export type CaseAction =
  | { label: string; href: string }
  | {
      label: string;
      /** Names the case's kind of work to the action of the page (list.server.ts). */
      intent: string;
      pending: string;
      /** What the form sends, the version that staff see included. */
      fields: Record<string, string>;
      /** A choice that goes with it, the default first. */
      pick?: { name: string; label: string; options: readonly (readonly [value: string, text: string])[] };
      /** A line to type that goes with it. */
      line?: { name: string; label: string; max: number };
    };

/** One thing that staff must decide: finished strings, company time. `id` is unique in its kind. */
export type AttentionCase = { id: string; href: string; what: string; when: string; actions: CaseAction[] };

/** The cases of a kind, the most urgent first. `title`: "3 visits have no crew". */
export type Attention = { kind: string; title: string; count: number; cases: AttentionCase[] };

/** What was refused, to show beside its case. */
export type Refused = {
  kind: string;
  id: string;
  message: string;
  /** The field it is about; null: none. */
  field: string | null;
  values: Record<string, string>;
};

export const ATTENTION_PAGE = "/admin/attention";

/** All cases of a kind, by pages. */
export function attentionPath(kind: string, page = 1): string {
  return `${ATTENTION_PAGE}?kind=${kind}${page > 1 ? `&page=${page}` : ""}`;
}
