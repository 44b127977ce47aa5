/** Whose checklist it is: a service's, for all its visits, or a home's, for the visits there. */
export type ListOf = { of: "service" | "home"; id: string };

export type ChecklistItem = {
  id: string;
  text: string;
  /** The same in Spanish; null: shown as it is. */
  text_es: string | null;
  required: boolean;
};

export const ITEM_LENGTH = 200;
/** The most items of a checklist. */
export const ITEM_LIMIT = 40;

export function checklistPage({ of, id }: ListOf): string {
  return of === "service" ? `/admin/services/${id}/checklist` : `/admin/homes/${id}/checklist`;
}

/** What a form was filled with, to refuse what would undo what somebody else has changed meanwhile. */
export function keyOfItem({ text, text_es, required }: Omit<ChecklistItem, "id">): string {
  return JSON.stringify([text, text_es, required]);
}
