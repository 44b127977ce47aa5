import type { Stripe } from "stripe";
import type { PaymentGateway } from "~/platform/payment-gateway";
import type { Patience } from "./ask.server";
import type { Breaker } from "./breaker.server";
import { stripeConnection } from "./connection.server";
import { disputesSince, listDisputes, readDispute } from "./disputes.server";
import { isStripes } from "./ids";
import { listRefunds, readRefund, refundPayment, refundsSince } from "./refunds.server";
import { createSession, expireSession, readSession } from "./sessions.server";
import {
  endSubscription,
  listInvoices,
  pauseSubscription,
  readInvoice,
  readSubscription,
  resumeSubscription,
} from "./subscriptions.server";
import { verifyEvent } from "./verify.server";

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
