import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { credit_transfers } from "../../../app/db/schema/credit";
import { gift_cards } from "../../../app/db/schema/gift-cards";
import { test_checkout_refunds, test_checkout_sessions } from "../../../app/db/schema/test-checkout";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Customer } from "./customers";
import { CURRENCY, sessionOf, TEST_PROVIDER } from "./orders";
import type { Frame } from "./visits";

export type Transfer = typeof credit_transfers.$inferInsert;
type Fate = "redeemed" | "sent" | "to send" | "refunded" | "given up";

/** Gift cards of the year: cents, and how many days ago each was ordered. */
const GIFTS: { fate: Fate; amount: number; days_ago: number; message: string }[] = [
  { fate: "redeemed", amount: 15_000, days_ago: 211, message: "Happy Mother’s Day! Put your feet up." },
  { fate: "redeemed", amount: 10_000, days_ago: 148, message: "Welcome to the new house." },
  { fate: "given up", amount: 5000, days_ago: 140, message: "" },
  { fate: "refunded", amount: 7500, days_ago: 92, message: "Enjoy!" },
  {
    fate: "redeemed",
    amount: 20_000,
    days_ago: 61,
    message: "For the first months with the twins. Sleep instead.",
  },
  { fate: "sent", amount: 10_000, days_ago: 24, message: "Thank you for watching the dog." },
  { fate: "to send", amount: 15_000, days_ago: 3, message: "Happy birthday, from all of us." },
];
const SEND_DAYS = 19;

/** Stores gift cards as they are bought, and returns the credit of those that were redeemed. */
export async function storeGifts(tx: Database, { random, now, today }: Frame, owners: readonly Customer[]) {
  const cards = GIFTS.flatMap((gift, place) => {
    const buyer = owners[place * 2];
    const recipient = owners[place * 2 + 7];
    const created_at = now.subtract({ hours: 24 * gift.days_ago });
    return buyer && recipient ? [{ ...gift, id: random.uuid(), buyer, recipient, created_at }] : [];
  });
  const bought = cards.filter(({ fate }) => fate !== "given up");
  await insertAll(
    tx,
    test_checkout_sessions,
    bought.map(({ id, amount, buyer, created_at }) =>
      sessionOf(
        `test_gift_${id}`,
        `gift_card:${id}`,
        amount,
        [{ label: "Gift card", amount }],
        buyer,
        created_at,
      ),
    ),
  );
  await insertAll(
    tx,
    gift_cards,
    cards.map(({ id, fate, amount, days_ago, message, buyer, recipient, created_at }) => {
      const isSent = fate === "redeemed" || fate === "sent";
      const send_on = addDays(today, fate === "to send" ? SEND_DAYS : -days_ago);
      return {
        ...{
          id,
          status: fate === "given up" ? ("failed" as const) : ("pending" as const),
          amount,
          currency: CURRENCY,
        },
        ...{ buyer_name: buyer.name, buyer_email: buyer.email, message: message || null, send_on },
        ...{ recipient_name: recipient.name, recipient_email: recipient.email, form_id: `year:${id}` },
        ...{ provider: TEST_PROVIDER, payment_session_id: `test_gift_${id}`, codes: isSent ? 1 : 0 },
        ...{
          checkout_expires_at: created_at.add({ minutes: 30 }),
          session_closed_at: created_at.add({ minutes: 4 }),
        },
        code_hash: isSent ? createHash("sha256").update(`year:${id}`).digest("hex") : null,
        sent_at: isSent ? created_at.add({ minutes: 6 }) : null,
        redeemed_at: fate === "redeemed" ? created_at.add({ hours: 52 }) : null,
        ...{ created_at, updated_at: created_at },
      };
    }),
  );
  const ids = (which: readonly { id: string }[]) =>
    inArray(
      gift_cards.id,
      which.map(({ id }) => id),
    );
  // The ledger is written when a card becomes paid, and when it is refunded.
  await tx
    .update(gift_cards)
    .set({ status: "paid", paid_at: sql`session_closed_at`, payment_id: sql`payment_session_id` })
    .where(ids(bought));
  const refunded = bought.filter(({ fate }) => fate === "refunded");
  const back = { status: "refunded", refund_status: "completed" } as const;
  const later = sql`created_at + interval '2 days'`;
  await tx
    .update(gift_cards)
    .set({ ...back, refunded_at: later, provider_refund_id: sql`'test_refund_' || id` })
    .where(ids(refunded));
  await insertAll(
    tx,
    test_checkout_refunds,
    refunded.map(({ id, amount, created_at }) => ({
      ...{
        id: `test_refund_${id}`,
        payment_id: `test_gift_${id}`,
        idempotency_key: `gift_card_refund:${id}`,
        amount,
      },
      created_at: created_at.add({ hours: 48 }),
    })),
  );
  return bought.flatMap(({ id, fate, amount, recipient, created_at }): Transfer[] =>
    fate === "redeemed"
      ? [
          {
            ...giving("gift_card", recipient.id, amount, created_at.add({ hours: 52 })),
            key: `gift_card:${id}`,
          },
        ]
      : [],
  );
}

/** Credit that comes from one of the company's accounts. */
export function giving(
  from_account: Transfer["from_account"],
  to_customer: string,
  amount: number,
  at: Temporal.Instant,
) {
  return { at, from_account, to_account: "customer" as const, to_customer, amount, currency: CURRENCY };
}
