import { type Draft, toDraft } from "./draft";
import { movesText } from "./moves";

/** The draft in the fields of a posted form, complete or not. What can't be part of a draft is left at its default. */
export function draftOfForm(fields: Record<string, unknown>): Draft {
  const { draft_id, bedrooms, bathrooms, hours, street, city, state, zip, ...same } = fields;
  return toDraft({
    ...same,
    id: draft_id,
    bedrooms: Number(bedrooms),
    bathrooms: Number(bathrooms),
    hours: Number(hours),
    address: { street, city, state, zip },
  });
}

/** The fields of the form that this draft would post: what `draftOfForm` reads. */
export function formOfDraft({ id, address, moves, ...same }: Draft): Record<string, string> {
  const fields = { ...same, ...address, draft_id: id, moves: movesText(moves) };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** The draft with what the fields of its form hold by now; what has no field there stays as it is. */
export function draftWithForm(draft: Draft, fields: Record<string, unknown>): Draft {
  const { id: draft_id, address, moves, ...same } = draft;
  return draftOfForm({ ...same, draft_id, ...address, moves: movesText(moves), ...fields });
}
