import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";

/** Where staff see and settle differences. */
export const ATTENTION_BOOKS = "/admin/attention?kind=books";
/** Characters of staff's note. */
export const NOTE_LENGTH = 300;

/** Which two books were compared. The last three are ours and a provider's, all others our own. */
export type DifferenceKind =
  | "lines"
  | "charged"
  | "returned"
  | "charge"
  | "refund"
  | "dispute"
  | "credit"
  | "balance"
  | "provider_payment"
  | "provider_refund"
  | "provider_dispute";

/**
 * Two books that don't agree. `ours` and `theirs` in signed cents. `about_id`: the order, charge, refund or dispute, or the provider's
 * id. `provider`: null if both sides are ours. `is_fresh`: it moved so lately that one side may not know of it yet.
 */
export type Difference = {
  kind: DifferenceKind;
  about_id: string;
  order_id: string | null;
  provider: string | null;
  currency: string;
  ours: Cents;
  theirs: Cents;
  moved_at: Temporal.Instant | null;
  is_fresh: boolean;
};

type Sides = { ours: Cents; theirs: Cents };
type Named = Pick<Difference, "kind" | "about_id" | "currency">;
type Stored = Named & Sides & { id: string };

export type Recording = {
  add: Difference[];
  /** Open ones whose sides have changed. */
  change: ({ id: string } & Sides)[];
  /** Open ones that are no longer found, by id. */
  settle: string[];
};

/**
 * Decides what a comparison changes. `open`: the differences that it would have found again. `accepted`: those that staff settled;
 * they don't come back as long as both sides are the same.
 */
export function decideRecording(found: Difference[], open: Stored[], accepted: (Named & Sides)[]): Recording {
  const byName = new Map(found.map((difference) => [nameOf(difference), difference]));
  const known = new Set(open.map(nameOf));
  const sides = (one: Named & Sides) => `${nameOf(one)} ${one.ours} ${one.theirs}`;
  const settled = new Set(accepted.map(sides));
  return {
    add: found.filter((one) => !one.is_fresh && !known.has(nameOf(one)) && !settled.has(sides(one))),
    change: open.flatMap((stored) => {
      const now = byName.get(nameOf(stored));
      if (!now || now.is_fresh || (now.ours === stored.ours && now.theirs === stored.theirs)) return [];
      return [{ id: stored.id, ours: now.ours, theirs: now.theirs }];
    }),
    settle: open.filter((stored) => !byName.has(nameOf(stored))).map(({ id }) => id),
  };
}

function nameOf({ kind, about_id, currency }: Named): string {
  return `${kind} ${about_id} ${currency}`;
}

type Wording = { subject: string; ours: string; theirs: string };

/** What was compared, and both sides. `provider` is a name for people, such as "Stripe". */
function wordingOf(kind: DifferenceKind, provider: string): Wording {
  const order = { ours: "the order has" };
  const ledger = { ours: "our ledger has" };
  const there = { ...ledger, theirs: `${provider} has` };
  const wordings: Record<DifferenceKind, Wording> = {
    lines: { subject: "Total of", ...order, theirs: "its lines have" },
    charged: { subject: "Money taken for", ...order, theirs: "its charges have" },
    returned: { subject: "Money returned for lines of", ...order, theirs: "its refunds have" },
    charge: { subject: "Charge for", ...ledger, theirs: "the charge has" },
    refund: { subject: "Refund of", ...ledger, theirs: "the refund has" },
    credit: { subject: "Credit used for", ours: "the credit ledger has", theirs: "charges and refunds have" },
    balance: { subject: "Credit of", ours: "the balance is", theirs: "the transfers have" },
    dispute: { subject: "Dispute over", ...ledger, theirs: "the dispute has" },
    provider_payment: { subject: "Payment for", ...there },
    provider_refund: { subject: "Refund of", ...there },
    provider_dispute: { subject: "Dispute over", ...there },
  };
  return wordings[kind];
}

type Shown = Sides &
  Pick<Difference, "kind" | "about_id" | "currency"> & { provider: string; number: number | null };

/** "Payment for order #1042": what a difference is about. Without an order, the provider's id finds it. */
export function formatSubject({ kind, about_id, provider, number }: Shown): string {
  const { subject } = wordingOf(kind, provider);
  if (kind === "balance") return `${subject} a customer (${about_id})`;
  return `${subject} ${number === null ? `no order here (${about_id})` : `order ${formatNumber(number)}`}`;
}

/** "our ledger has $159.00, Stripe has nothing": both sides of a difference. */
export function formatSides({ kind, provider, currency, ours, theirs }: Shown): string {
  const wording = wordingOf(kind, provider);
  const amount = (cents: Cents) => (cents === 0 ? "nothing" : formatCents(cents, currency));
  return `${wording.ours} ${amount(ours)}, ${wording.theirs} ${amount(theirs)}`;
}
