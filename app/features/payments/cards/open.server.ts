import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { card_setups } from "~/db/schema/card-setups";
import { customers } from "~/db/schema/customers";
import { readSettings } from "~/features/operations/settings/queries.server";
import { checkoutExpiry } from "~/features/payments/checkout/open.server";
import { bookingTerms } from "~/features/payments/orders/card";
import { lockOrder } from "~/features/payments/orders/queries.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type PaymentGateway, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { replacementConsent } from "./rules";

export type SetupOutcome =
  | { ok: true; url: string }
  | { ok: false; reason: "not found" | "unavailable"; message: string };

/** An order, or the customer of an account. */
type For = { order_id: string } | { user_id: string };

/** Where the provider sends the customer; `{CHECKOUT_SESSION_ID}` stands for the session's id. */
type Back = { success_url: string; cancel_url: string };

type Who = Record<"customer_name" | "customer_email" | "customer_phone", string | null>;

const UNAVAILABLE = {
  ok: false,
  reason: "unavailable",
  message: "We couldn't reach our payment provider. No card was saved. Please try again in a minute.",
} as const;

const NOT_FOUND = {
  ok: false,
  reason: "not found",
  message: "There is nothing to save a card for.",
} as const;

/**
 * Opens the provider's page where a customer saves a card: for one order, or in place of the card that they have. Pressed again
 * it is the same page, as long as it is open.
 */
export async function openCardSetup(ctx: Ctx, what: For & Back & { who: Who }): Promise<SetupOutcome> {
  const gateway = await ctx.payments.current();
  if (!gateway) return UNAVAILABLE;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const outcome = await open(ctx, what, gateway);
    if (outcome !== "none") return outcome;
  }
  return UNAVAILABLE;
}

/** Tries when the provider made no page for an earlier one, and never will. */
const ROUNDS = 2;

async function open(
  ctx: Ctx,
  what: For & Back & { who: Who },
  gateway: PaymentGateway,
): Promise<SetupOutcome | "none"> {
  const setup = await ctx.db.transaction((tx) => begin(tx, ctx, what, gateway));
  if (!setup) return NOT_FOUND;
  if (setup.payment_session_id && setup.checkout_url) return { ok: true, url: setup.checkout_url };
  try {
    const session = await gateway.createSession({
      idempotency_key: `card:${setup.id}`,
      reference: setup.id,
      ...{ amount: 0, lines: [], currency: setup.currency, consent: setup.consent },
      summary: ["Save a card"],
      ...what.who,
      ...{ success_url: what.success_url, cancel_url: what.cancel_url },
      ...{ expires_at: setup.checkout_expires_at, recurring: false },
    });
    if (session === "none") {
      const unopened = and(eq(card_setups.id, setup.id), isNull(card_setups.payment_session_id));
      await ctx.db.update(card_setups).set({ status: "failed", updated_at: ctx.now }).where(unopened);
      return "none";
    }
    await ctx.db
      .update(card_setups)
      .set({ payment_session_id: session.id, checkout_url: session.url, updated_at: ctx.now })
      .where(eq(card_setups.id, setup.id));
    return { ok: true, url: session.url };
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err;
    ctx.log.warn({ err, setup: setup.id }, "a page to save a card could not be opened");
    return UNAVAILABLE;
  }
}

/** The setup that is open, or a new one; undefined if there is no such order. */
async function begin(tx: Database, ctx: Ctx, what: For, { provider }: PaymentGateway) {
  const agreed = "order_id" in what ? await agreementOf(tx, what.order_id) : await replacementOf(tx);
  const order_id = "order_id" in what ? what.order_id : null;
  const customer_id = "user_id" in what ? await customerIdOf(tx, what.user_id) : null;
  if (!agreed || !(order_id ?? customer_id)) return;
  const own = order_id ? eq(card_setups.order_id, order_id) : eq(card_setups.customer_id, customer_id ?? "");
  const [open] = await tx
    .select()
    .from(card_setups)
    .where(
      and(
        own,
        ...[eq(card_setups.status, "pending"), eq(card_setups.provider, provider)],
        ...[eq(card_setups.consent, agreed.consent), gt(card_setups.checkout_expires_at, ctx.now)],
      ),
    )
    .orderBy(desc(card_setups.created_at))
    .limit(1);
  if (open) return open;
  const [begun] = await tx
    .insert(card_setups)
    .values({
      ...{ order_id, customer_id, status: "pending", provider, ...agreed },
      checkout_expires_at: checkoutExpiry(ctx.now),
      ...{ created_at: ctx.now, updated_at: ctx.now },
    })
    .returning();
  return begun;
}

/** What the customer agrees to for an order: as it was booked, else what is due of it. */
export async function agreementOf(tx: Database, order_id: string) {
  const found = await lockOrder(tx, order_id);
  if (!found?.order.booking_id || found.order.status === "failed") return;
  const { order } = found;
  const { currency } = order;
  if (order.consent && order.card_limit !== null)
    return { consent: order.consent, card_limit: order.card_limit, currency };
  const settings = await readSettings({ db: tx });
  const { consent, card_limit } = bookingTerms({
    ...{ terms: { pay: "card" }, price: order.due, currency },
    allowance: settings["payments.card_allowance"],
    company: settings["general.company_name"],
  });
  if (!consent || card_limit === null) return;
  return { consent, card_limit: card_limit + order.charged, currency };
}

async function customerIdOf(tx: Database, user_id: string): Promise<string | null> {
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.user_id, user_id));
  return customer?.id ?? null;
}

async function replacementOf(tx: Database) {
  const settings = await readSettings({ db: tx });
  const consent = replacementConsent(settings["general.company_name"]);
  return { consent, card_limit: null, currency: settings["payments.default_currency"] };
}
