import type { Difference } from "~/features/moving/rules";

type Said = { fields: Record<string, string[]> };
type Known = {
  said: Said[];
  /** The ID that our customer has at Stripe. */
  ours: string | null;
  /** Whether it is the ID of another customer of ours. */
  taken: (id: string) => boolean;
  /** Of what the file says. */
  digest: string;
};

/** The ID at Stripe that a row stores: at once, or when its conflict is answered so. */
export function compareStripe(
  id: string | null,
  { said, ours, taken, digest }: Known,
): { id: string | null; conflicts: Difference[]; warnings: string[] } {
  const nothing = { id: null, conflicts: [], warnings: [] };
  if (!id || id === ours || said.some(({ fields }) => fields.stripe_customer?.includes(digest)))
    return nothing;
  if (taken(id)) return { ...nothing, warnings: [takenWarning(id)] };
  return { id, conflicts: ours ? [{ field: "stripe_customer", ours, theirs: id }] : [], warnings: [] };
}

export const takenWarning = (id: string) =>
  `The Stripe customer ID ${id} is left out: another customer has it already.`;
