import { type Draft, toDraft } from "./draft";

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
