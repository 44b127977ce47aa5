import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import {
  test_checkout_cards as cards,
  test_checkout_charges as charges,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import { parseExpiry } from "~/features/payments/checkout/card";
import type { CardForm } from "~/features/payments/checkout/forms";
import { ownEntry } from "~/lib/own-entry";
import type { Database } from "~/platform/database/database.server";
import type { CardAnswer, CardCharge, KnownCustomer, SavedCard } from "~/platform/outside/payment-gateway";

/** Cards that pay at the checkout, and what the test bank says when they are charged later. */
const LATER: Record<string, Extract<CardAnswer, { status: "declined" }> | null> = {
  "4242424242424242": null,
  "5555555555554444": null,
  "4000000000000341": {
    status: "declined",
    reason: "The test bank declined the card.",
    needs_customer: false,
  },
  "4000002500003155": {
    status: "declined",
    reason: "The test bank wants the customer to confirm the payment.",
    needs_customer: true,
  },
};

/** Whether a card of this number, in digits, pays at the checkout. */
export function isApproved(digits: string): boolean {
  return Object.hasOwn(LATER, digits);
}

/** Whether the test bank declines later charges of a card. */
export function declinesLater(digits: string): boolean {
  return Boolean(ownEntry(LATER, digits));
}

/** Saves a test card and returns its id. */
export async function saveCard(tx: Database, { number, expiry }: CardForm, now: Temporal.Instant) {
  const id = `test_card_${randomBytes(12).toString("base64url")}`;
  const { month: exp_month, year: exp_year } = parseExpiry(expiry) ?? { month: 1, year: 1970 };
  await tx.insert(cards).values({ id, number, exp_month, exp_year, created_at: now });
  return id;
}

export async function cardOf(db: Database, id: string): Promise<SavedCard | null> {
  const [card] = await db.select().from(cards).where(eq(cards.id, id));
  if (!card) return null;
  const { number, exp_month, exp_year } = card;
  const brand = number.startsWith("5") ? "Mastercard" : "Visa";
  return { customer_id: `of_${id}`, method_id: id, brand, last4: number.slice(-4), exp_month, exp_year };
}

/** Whoever saved a card at the test checkout. A card that is forgotten has no customer any more. */
export async function readCustomer(db: Database, customer_id: string): Promise<KnownCustomer | null> {
  const saved = and(eq(cards.id, customer_id.replace(/^of_/, "")), isNull(cards.forgotten_at));
  const [found] = await db
    .select({ id: cards.id, email: sql<string | null>`${sessions.customer} ->> 'email'` })
    .from(cards)
    .leftJoin(sessions, eq(sessions.card_id, cards.id))
    .where(saved);
  const card = found && customer_id === `of_${found.id}` ? await cardOf(db, found.id) : null;
  if (!found || !card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { id: customer_id, email: found.email, cards: [{ brand, last4, exp_month, exp_year }] };
}

/** Charges a saved card once per key. */
export function chargeCard(db: Database, request: CardCharge, now: Temporal.Instant): Promise<CardAnswer> {
  const { method_id, idempotency_key, amount } = request;
  return db.transaction(async (tx): Promise<CardAnswer> => {
    const [card] = await tx.select().from(cards).where(eq(cards.id, method_id)).for("update");
    if (!card || card.forgotten_at) return GONE;
    const later = ownEntry(LATER, card.number) ?? null;
    const id = `test_charge_${randomBytes(12).toString("base64url")}`;
    const status = later ? ("declined" as const) : ("paid" as const);
    const made = { id, idempotency_key, card_id: card.id, status, amount, currency: request.currency };
    await tx
      .insert(charges)
      .values({ ...made, created_at: now, paid_at: later ? null : now })
      .onConflictDoNothing();
    const [same] = await tx.select().from(charges).where(eq(charges.idempotency_key, idempotency_key));
    if (same?.status === "paid") return { status: "paid", payment_id: same.id };
    return later ?? GONE;
  });
}

const GONE = { status: "declined", reason: "The card is no longer saved.", needs_customer: true } as const;

export async function forgetCard(db: Database, id: string, now: Temporal.Instant): Promise<void> {
  await db.update(cards).set({ forgotten_at: now }).where(eq(cards.id, id));
}

/** What came of a charge with this key; null if none was made. */
export async function findCardCharge(
  db: Database,
  { idempotency_key }: CardCharge,
): Promise<CardAnswer | null> {
  const [made] = await db.select().from(charges).where(eq(charges.idempotency_key, idempotency_key));
  if (!made) return null;
  return made.status === "paid" ? { status: "paid", payment_id: made.id } : GONE;
}
