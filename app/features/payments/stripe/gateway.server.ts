import type { Stripe } from "stripe";
import { readStripeSetup } from "~/features/operations/settings/stripe-setup.server";
import type { Ctx } from "~/platform/context.server";
import {
  type PaymentEvent,
  type PaymentGateway,
  ProviderUnavailable,
} from "~/platform/outside/payment-gateway";
import type { StripeClients, StripeKeys } from "~/platform/outside/stripe.server";
import { type Breaker, openBreaker, type Patience, stripeConnection } from "./connection.server";
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
  endSubscription,
  listInvoices,
  pauseSubscription,
  readInvoice,
  readSubscription,
  resumeSubscription,
} from "./subscriptions.server";

type Options = {
  /** A client of Stripe's API; throws ProviderUnavailable when its key can't be had. */
  client: () => Promise<Stripe>;
  /** Whether the key moves real money. */
  livemode: boolean;
  /** What may sign events; without any, none is believed. */
  webhookSecrets: string[];
  now: () => Temporal.Instant;
  patience?: Patience;
  breaker?: Breaker;
};

/** Stripe's hosted Checkout, its refunds, disputes and subscriptions, behind the gateway of all payments. */
export function stripeGateway({ client, livemode, webhookSecrets, now, ...calls }: Options): PaymentGateway {
  const connection = stripeConnection({ client, now, ...calls });
  return {
    provider: "stripe",
    owns: isStripes,
    createSession: (request) => createSession(connection, request),
    readSession: (id) => ifStripes(id, () => readSession(connection, id)),
    expireSession: (id) => ifStripes(id, () => expireSession(connection, id)),
    refund: (request) => refundPayment(connection, request),
    readRefund: (id) => ifStripes(id, () => readRefund(connection, id)),
    listRefunds: async (payment) => (isStripes(payment) ? listRefunds(connection, payment) : []),
    refundsSince: (since) => refundsSince(connection, since),
    readDispute: (id) => ifStripes(id, () => readDispute(connection, id)),
    listDisputes: async (payment) => (isStripes(payment) ? listDisputes(connection, payment) : []),
    disputesSince: (since) => disputesSince(connection, since),
    readSubscription: (id) => ifStripes(id, () => readSubscription(connection, id)),
    pauseSubscription: (id, until) => ifStripes(id, () => pauseSubscription(connection, id, until)),
    resumeSubscription: (id) => ifStripes(id, () => resumeSubscription(connection, id)),
    endSubscription: (id, when) => ifStripes(id, () => endSubscription(connection, id, when)),
    readInvoice: (id) => ifStripes(id, () => readInvoice(connection, id)),
    listInvoices: async (id) => (isStripes(id) ? listInvoices(connection, id) : []),
    verifyEvent: (body, signature, at) =>
      verifyEvent({ body, signature, now: at }, { secrets: webhookSecrets, livemode }),
  };
}

/** Ids may be anything that stands in an address: what can't be Stripe's is not asked about. */
async function ifStripes<Answer>(id: string, read: () => Promise<Answer | null>): Promise<Answer | null> {
  return isStripes(id) ? read() : null;
}

type World = Pick<Ctx, "db" | "vault"> & {
  clients: StripeClients;
  /** Those of the process, for as long as the settings have none. */
  keys: StripeKeys;
  now: () => Temporal.Instant;
  patience?: Patience;
  /** How long a Stripe that doesn't answer is left alone, in milliseconds. */
  restMs?: number;
};

/**
 * Stripe with the keys as they are now, whichever process has changed them; null without any. With a key that can't be
 * opened it is still Stripe that answers, with a refusal: the test checkout, which charges nobody, must not step in.
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
      now,
      patience,
      breaker,
    });
  };
}

/** Seconds that a signature stays good, and how far ahead Stripe's clock may be. */
const TOLERANCE_SECONDS = 300;

type Message = { body: string; signature: string | null; now: Temporal.Instant };

/** The event in a message that one of the secrets has signed for now; null when it is not for this account and mode. */
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

/** The SDK refuses what is old, and lets through what comes from the future. */
function isAhead(signature: string, now: Temporal.Instant): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  const limit = now.epochMilliseconds / 1000 + TOLERANCE_SECONDS;
  return times.length === 0 || times.some((seconds) => seconds > limit);
}
