/** Days in which a merge can be undone. After that the merged customer is deleted. */
export const UNDO_DAYS = 30;

export const DUPLICATES_PAGE = "/admin/customers/duplicates";

/** The page that shows what a merge of these two would make. */
export const mergePath = (one: string, other = "") =>
  `/admin/customers/merge?${new URLSearchParams(other ? { one, other } : { one })}`;

/** Why two customers may be one. */
export const REASONS = {
  email: "Same email",
  phone: "Same phone",
  street: "Same name and street",
} as const;
export type Reason = keyof typeof REASONS;

type Mergeable = Pick<Party, "id" | "user_id" | "merged_into">;
type Pair<One extends Mergeable> = { kept: One | undefined; merged: One | undefined };

/** Why one customer can't be merged into the other; null if they can. */
export function whyNotMerge<One extends Mergeable>({ kept, merged }: Pair<One>): string | null {
  if (!kept || !merged) return "One of the two was erased. There is nothing to merge any more.";
  if (kept.id === merged.id) return "This is one and the same customer. Choose two.";
  if (kept.merged_into || merged.merged_into) return "Somebody else has merged one of the two just now.";
  if (kept.user_id && merged.user_id)
    return "Both have an account. Ask the customer which one they use, and let them delete the other.";
  return merged.user_id ? "Keep the customer who has an account." : null;
}

/** Whether a merge can still be undone. */
export function isUndoable(merged_at: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(merged_at.add({ hours: UNDO_DAYS * 24 }), now) > 0;
}

/** A customer beside another one. */
export type Party = {
  id: string;
  number: string;
  name: string;
  user_id: string | null;
  merged_into: string | null;
  has_account: boolean;
  contacts: string[];
  homes: string[];
  bookings: number;
  plans: number;
  orders: number;
  since: string;
};

export type Proposal = { one: Party; other: Party; reasons: string[] };

/** A merge that can be undone, as formatted text. */
export type Undoable = { id: string; name: string; author: string; on: string; until: string };
