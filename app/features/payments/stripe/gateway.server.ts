import type { Stripe } from "stripe";
import { readStripeSetup } from "~/features/operations/settings/stripe-setup.server";
import { findKnownCustomer } from "~/features/payments/provider-customers/queries.server";
import type { Ctx } from "~/platform/context.server";
import {
  type PaymentEvent,
  type PaymentGateway,
  ProviderUnavailable,
} from "~/platform/outside/payment-gateway";
import type { StripeClients, StripeKeys } from "~/platform/outside/stripe.server";
import { chargeCard, findCardCharge, forgetCard, tryCharge } from "./cards.server";
import { type Breaker, openBreaker, type Patience, stripeConnection } from "./connection.server";
import { readCustomer } from "./customers.server";
import { movementsSince } from "./movements.server";
import { isStripes, toEvent } from "./objects";
import {
  disputesSince,
  listDisputes,
  listRefunds,
  readDispute,
  readRefund,
  refundPayment,
  refundsSince,
} from "./refunds.server";
import { createSession, expireSession, readSession } from "./sessions.server";
import {
  changePrice,
  endSubscription,
  listInvoices,
  pauseSubscription,
  readInvoice,
  readSubscription,
  resumeSubscription,
} from "./subscriptions.server";

type Options = {
  /** Returns a client of Stripe's API. Throws ProviderUnavailable if the key can't be read. */
  client: () => Promise<Stripe>;
  /** Whether the key moves real money. */
  livemode: boolean;
  /** Secrets that may sign events. With none, every event is refused. */
  webhookSecrets: string[];
  /** The customer at Stripe whom a checkout is for, by its reference; null to make a new one. */
  knownCustomer?: (reference: string) => Promise<string | null>;
  now: () => Temporal.Instant;
  patience?: Patience;
  breaker?: Breaker;
};

/** Stripe's Checkout, refunds, disputes and subscriptions as a payment gateway. */
export function stripeGateway({
  client,
  livemode,
  webhookSecrets,
  knownCustomer,
  now,
  ...calls
}: Options): PaymentGateway {
  const connection = stripeConnection({ client, now, ...calls });
  return {
    provider: "stripe",
    owns: isStripes,
    createSession: async (request) =>
      createSession(connection, request, (await knownCustomer?.(request.reference)) ?? null),
    readSession: (id) => ifStripes(id, () => readSession(connection, id)),
    expireSession: (id) => ifStripes(id, () => expireSession(connection, id)),
    chargeCard: (request) => chargeCard(connection, request),
    findCardCharge: (request) => findCardCharge(connection, request),
    tryCharge: async (request) => (livemode ? null : tryCharge(connection, request)),
    readCustomer: (id) => readCustomer(connection, id),
    forgetCard: (id) => forgetCard(connection, id),
    refund: (request) => refundPayment(connection, request),
    readRefund: (id) => ifStripes(id, () => readRefund(connection, id)),
    listRefunds: async (payment) => (isStripes(payment) ? listRefunds(connection, payment) : []),
    refundsSince: (since) => refundsSince(connection, since),
    readDispute: (id) => ifStripes(id, () => readDispute(connection, id)),
    listDisputes: async (payment) => (isStripes(payment) ? listDisputes(connection, payment) : []),
    disputesSince: (since) => disputesSince(connection, since),
    movementsSince: (since) => movementsSince(connection, since),
    readSubscription: (id) => ifStripes(id, () => readSubscription(connection, id)),
    pauseSubscription: (id, until) => ifStripes(id, () => pauseSubscription(connection, id, until)),
    resumeSubscription: (id) => ifStripes(id, () => resumeSubscription(connection, id)),
    changePrice: (id, amount) => ifStripes(id, () => changePrice(connection, id, amount)),
    endSubscription: (id, when) => ifStripes(id, () => endSubscription(connection, id, when)),
    readInvoice: (id) => ifStripes(id, () => readInvoice(connection, id)),
    listInvoices: async (id) => (isStripes(id) ? listInvoices(connection, id) : []),
    verifyEvent: (body, signature, at) =>
      verifyEvent({ body, signature, now: at }, { secrets: webhookSecrets, livemode }),
  };
}

/** Returns null for an id that can't be Stripe's: ids may come from an address. */
async function ifStripes<Answer>(id: string, read: () => Promise<Answer | null>): Promise<Answer | null> {
  return isStripes(id) ? read() : null;
}

type World = Pick<Ctx, "db" | "vault"> & {
  clients: StripeClients;
  /** The keys of the environment, used if the settings have none. */
  keys: StripeKeys;
  now: () => Temporal.Instant;
  patience?: Patience;
  /** Milliseconds for which the circuit breaker stays open. */
  restMs?: number;
};

/**
 * Returns Stripe with the current keys, or null without any. A key that can't be decrypted still returns Stripe, which
 * then refuses: the test checkout must not take its place.
 */
export function stripeProvider({ clients, keys, now, patience, restMs, ...world }: World) {
  const breaker = openBreaker(restMs);
  return async (): Promise<PaymentGateway | null> => {
    const setup = await readStripeSetup(world, keys);
    if (!setup) return null;
    const { secretKey, webhookSecrets } = setup;
    return stripeGateway({
      client: async () => {
        if (secretKey) return clients(secretKey);
        throw new ProviderUnavailable("Stripe's secret key can't be opened: set it again in the settings");
      },
      livemode: !/^[a-z]+_test_/.test(secretKey ?? ""),
      webhookSecrets,
      knownCustomer: (reference) => findKnownCustomer(world.db, reference),
      now,
      patience,
      breaker,
    });
  };
}

/** Seconds. How old or how far ahead a signature may be. */
const TOLERANCE_SECONDS = 300;

type Message = { body: string; signature: string | null; now: Temporal.Instant };

/** Verifies a signed message and returns its event; null if it is of another account or mode. */
export async function verifyEvent(
  { body, signature, now }: Message,
  { secrets, livemode }: { secrets: string[]; livemode: boolean },
): Promise<PaymentEvent | null> {
  if (!signature || isAhead(signature, now)) return null;
  const { Stripe } = await import("stripe");
  for (const secret of secrets) {
    try {
      const event = await Stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.epochMilliseconds,
      );
      return typeof event?.id === "string" && event.data?.object ? toEvent(event as never, livemode) : null;
    } catch {} // not signed with this one, too old, or no JSON
  }
  return null;
}

/** The SDK refuses old signatures but accepts future ones. */
function isAhead(signature: string, now: Temporal.Instant): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  const limit = now.epochMilliseconds / 1000 + TOLERANCE_SECONDS;
  return times.length === 0 || times.some((seconds) => seconds > limit);
}
