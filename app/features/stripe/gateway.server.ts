import type { Stripe } from "stripe";
import type { Dispute, PaymentGateway } from "~/platform/payment-gateway";
import type { Patience } from "./ask.server";
import { type Connection, stripeConnection } from "./connection.server";
import { toDispute } from "./dispute";
import { isStripes } from "./ids";
import { listRefunds, readRefund, refundPayment } from "./refunds.server";
import { createSession, expireSession, nullIfMissing, readSession } from "./sessions.server";
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
};

/** Stripe's hosted Checkout, its refunds, disputes and subscriptions, behind the gateway of all payments. */
export function stripeGateway({ client, livemode, webhookSecrets, now, patience }: Options): PaymentGateway {
  const connection = stripeConnection({ client, now, patience });
  return {
    provider: "stripe",
    owns: isStripes,
    createSession: (request) => createSession(connection, request),
    readSession: (id) => ifStripes(id, () => readSession(connection, id)),
    expireSession: (id) => ifStripes(id, () => expireSession(connection, id)),
    refund: (request) => refundPayment(connection, request),
    readRefund: (id) => ifStripes(id, () => readRefund(connection, id)),
    listRefunds: async (payment) => (isStripes(payment) ? listRefunds(connection, payment) : []),
    readDispute: (id) => ifStripes(id, () => readDispute(connection, id)),
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

function readDispute({ ask }: Connection, id: string): Promise<Dispute | null> {
  return ask((stripe, options) => stripe.disputes.retrieve(id, {}, options)).then(toDispute, nullIfMissing);
}
