import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import type { Cents } from "~/lib/money";
import type { Movement } from "~/platform/outside/payment-gateway";
import type { Difference, DifferenceKind } from "./difference";

/** Days whose money is compared every night. */
export const COMPARED_DAYS = 35;
/** Days more for which the provider is asked: our ledger may have heard of money long after it moved. */
export const EARLIER_DAYS = 30;
/** Hours in which one side may not have heard of the other. */
const FRESH_HOURS = 3;

type Money = { id: string; amount: Cents };

/** What is stored about an order. `lines` is their sum; amounts in cents. */
export type OrderBook = {
  id: string;
  amount: Cents;
  charged: Cents;
  returned: Cents;
  currency: string;
  lines: Cents;
  /** What the credit ledger says that credit paid for it, less what became credit again. */
  credit: Cents;
  charges: (Money & { status: string; provider: string })[];
  refunds: (Money & {
    status: string;
    idempotency_key: string;
    line_id: string | null;
    to_credit: boolean;
  })[];
  disputes: (Money & { status: string; withdrawn: boolean })[];
  events: LedgerEvent[];
};

/** A row of the ledger. `amount` in signed cents. */
export type LedgerEvent = {
  at: Temporal.Instant;
  amount: Cents;
  currency: string;
  order_id: string | null;
  charge_id: string | null;
  refund_id: string | null;
  dispute_id: string | null;
  provider: string;
  provider_id: string | null;
};

/** Compares an order with its lines, charges and refunds, and these with the ledger. */
export function compareOrder(order: OrderBook): Difference[] {
  const { id: order_id, currency, charges, refunds, disputes, events } = order;
  const differences: Difference[] = [];
  const compare = (kind: DifferenceKind, about_id: string, ours: Cents, theirs: Cents) => {
    const moved_at = events.find((event) => aboutOf(event) === about_id)?.at ?? null;
    const sides = {
      ours,
      theirs,
      currency: currency.toUpperCase(),
      provider: null,
      moved_at,
      is_fresh: false,
    };
    if (ours !== theirs) differences.push({ kind, about_id, order_id, ...sides });
  };
  compare("lines", order_id, order.amount, order.lines);
  compare("charged", order_id, order.charged, sumOf(charges.filter(({ status }) => status === "completed")));
  const ofLines = refunds.filter(({ line_id, status }) => line_id !== null && !isOver(status));
  compare("returned", order_id, order.returned, sumOf(ofLines));
  const byCredit = charges.filter(
    ({ provider, status }) => provider === CREDIT_PROVIDER && status !== "failed",
  );
  const toCredit = refunds.filter(({ to_credit, status }) => to_credit && status === "completed");
  compare("credit", order_id, order.credit, sumOf(byCredit) - sumOf(toCredit));
  const inLedger = (id: string) => sumOf(events.filter((event) => aboutOf(event) === id));
  for (const { id, amount, status } of charges)
    compare("charge", id, inLedger(id), status === "completed" ? amount : 0);
  for (const refund of refunds) compare("refund", refund.id, inLedger(refund.id), movedBy(refund));
  for (const { id, amount, status, withdrawn } of disputes)
    compare("dispute", id, inLedger(id), status !== "won" && (withdrawn || status === "lost") ? -amount : 0);
  const known = new Set([...charges, ...refunds, ...disputes].map(({ id }) => id));
  for (const gone of new Set(events.map(aboutOf).filter((id) => !known.has(id)))) {
    const event = events.find((one) => aboutOf(one) === gone);
    compare(event?.charge_id ? "charge" : event?.refund_id ? "refund" : "dispute", gone, inLedger(gone), 0);
  }
  return differences;
}

/** A customer's balance, and what the transfers of their credit add up to; cents. */
export type CreditBook = { customer_id: string; currency: string; balance: Cents; transfers: Cents };

export function compareCredit({ customer_id, currency, balance, transfers }: CreditBook): Difference[] {
  if (balance === transfers) return [];
  const about = { kind: "balance" as const, about_id: customer_id, order_id: null, provider: null, currency };
  return [{ ...about, ours: balance, theirs: transfers, moved_at: null, is_fresh: false }];
}

/** A lost dispute's refund is a note: the dispute itself moved the money. */
function movedBy({ amount, status, idempotency_key }: OrderBook["refunds"][number]): Cents {
  return status === "completed" && !idempotency_key.startsWith("dispute:") ? -amount : 0;
}

function isOver(status: string): boolean {
  return status === "failed" || status === "cancelled";
}

function aboutOf({ charge_id, refund_id, dispute_id }: LedgerEvent): string {
  return charge_id ?? refund_id ?? dispute_id ?? "";
}

/** A refund that was asked for and has not ended. `id` is the provider's; null if it was not heard of yet. */
export type PendingRefund = { id: string | null; payment_id: string | null; amount: Cents };

export type ProviderBooks = {
  provider: string;
  /** From which time on the provider was asked. */
  asked_from: Temporal.Instant;
  /** From which time on the ledger's events must be known there. */
  since: Temporal.Instant;
  /** The first thing that was to be paid there: what is older belongs to somebody else. Null if there is none. */
  began: Temporal.Instant | null;
  movements: Movement[];
  /** Events with the provider's id: those since, and all that the movements are about. */
  events: LedgerEvent[];
  pending: PendingRefund[];
  /** The orders of payments, by the provider's id. */
  orders: ReadonlyMap<string, string>;
  now: Temporal.Instant;
};

type Thing = {
  what: Movement["what"];
  id: string;
  currency: string;
  ours: LedgerEvent[];
  theirs: Movement[];
};

/**
 * Compares the ledger with what the provider says has moved: each payment, refund and dispute by its id. What is younger than a few
 * hours is marked as fresh, and refunds that are on their way may be on one side only.
 */
export function compareWithProvider(books: ProviderBooks): Difference[] {
  return thingsIn(books).flatMap((thing) => {
    const { what, id, currency, ours, theirs } = thing;
    if (sumOf(ours) === sumOf(theirs) || isOutside(thing, books) || isSame(thing, books.asked_from))
      return [];
    if (isOnItsWay(thing, books.pending)) return [];
    const times = [...ours, ...theirs].map(({ at }) => at).sort(Temporal.Instant.compare);
    const fresh = books.now.subtract({ hours: FRESH_HOURS });
    const order_id = ours[0]?.order_id ?? books.orders.get(theirs[0]?.payment_id ?? "") ?? null;
    return {
      ...{ kind: `provider_${what}` as const, about_id: id, order_id, provider: books.provider, currency },
      ...{ ours: sumOf(ours), theirs: sumOf(theirs), moved_at: times[0] ?? null },
      is_fresh: times.some((at) => Temporal.Instant.compare(at, fresh) > 0),
    };
  });
}

function thingsIn({ movements, events }: ProviderBooks): Thing[] {
  const things = new Map<string, Thing>();
  const thingOf = (what: Movement["what"], id: string, currency: string) => {
    const key = `${what} ${id} ${currency}`;
    const thing = things.get(key) ?? { what, id, currency, ours: [], theirs: [] };
    things.set(key, thing);
    return thing;
  };
  for (const movement of movements)
    thingOf(movement.what, movement.id, movement.currency).theirs.push(movement);
  for (const event of events) {
    const what = event.charge_id ? "payment" : event.refund_id ? "refund" : "dispute";
    if (event.provider_id) thingOf(what, event.provider_id, event.currency).ours.push(event);
  }
  return [...things.values()];
}

/** Whether one side is too old to be on the other. */
function isOutside({ ours, theirs }: Thing, { since, began }: ProviderBooks): boolean {
  if (theirs.length === 0) return ours.every(({ at }) => isBefore(at, since));
  if (ours.length > 0) return false;
  return began === null || theirs.every(({ at }) => isBefore(at, began));
}

/** Whether both say the same, as far as the provider was asked: what went before may have come back since. */
function isSame({ ours, theirs }: Thing, asked_from: Temporal.Instant): boolean {
  return [1, -1].every((sign) => {
    const [mine, its] = [ours, theirs].map((all) => all.filter(({ amount }) => Math.sign(amount) === sign));
    if (its?.length === 0) return mine?.every(({ at }) => isBefore(at, asked_from)) ?? true;
    return sumOf(mine ?? []) === sumOf(its ?? []);
  });
}

function isOnItsWay({ what, id, ours, theirs }: Thing, pending: PendingRefund[]): boolean {
  if (what !== "refund" || sumOf(ours) !== 0) return false;
  const payment = theirs[0]?.payment_id;
  return pending.some(
    (refund) =>
      sumOf(theirs) === -refund.amount &&
      (refund.id === id || (refund.id === null && refund.payment_id === payment)),
  );
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

function sumOf(all: readonly { amount: Cents }[]): Cents {
  return all.reduce((sum, { amount }) => sum + amount, 0);
}
