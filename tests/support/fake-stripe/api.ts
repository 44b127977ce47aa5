import type { Books } from "./books.ts";
import { cancelIntent, createIntent, detachCard, listCards, listIntents } from "./cards.ts";
import { createCustomer, customerOf, updateCustomer } from "./customers.ts";
import { disputeOf, listDisputes } from "./disputes.ts";
import type { Operation } from "./operations.ts";
import type { Params } from "./params.ts";
import { present } from "./present.ts";
import { createRefund, listRefunds, refundOf, updateRefund } from "./refunds.ts";
import { createSession, expireSession, listSessions, sessionOf } from "./sessions.ts";
import {
  cancelSubscription,
  invoiceOf,
  listInvoices,
  subscriptionOf,
  updateSubscription,
  voidInvoice,
} from "./subscriptions.ts";
import { listTransactions } from "./transactions.ts";

/** Performs an operation and returns the object as Stripe would. Throws ApiError. */
export function perform(books: Books, { name, id }: Operation, params: Params): object {
  const answer = result(books, { name, id }, params);
  return present(books, answer, params.expand);
}

function result(books: Books, { name, id }: Pick<Operation, "name" | "id">, params: Params): object {
  switch (name) {
    case "GET /v1/balance":
      return { object: "balance", available: [], pending: [], livemode: false };
    case "GET /v1/balance_transactions":
      return pageOf(listTransactions(books), params);
    case "GET /v1/webhook_endpoints":
      return pageOf(books.endpoints, params);
    case "POST /v1/customers":
      return createCustomer(books, params);
    case "GET /v1/customers/:id":
      return customerOf(books, id);
    case "GET /v1/payment_methods":
      return pageOf(listCards(books, params), params);
    case "POST /v1/customers/:id":
      return updateCustomer(books, id, params);
    case "GET /v1/payment_intents":
      return pageOf(listIntents(books, params), params);
    case "POST /v1/payment_intents":
      return createIntent(books, params);
    case "POST /v1/payment_intents/:id/cancel":
      return cancelIntent(books, id);
    case "POST /v1/payment_methods/:id/detach":
      return detachCard(books, id);
    case "POST /v1/checkout/sessions":
      return createSession(books, params);
    case "GET /v1/checkout/sessions":
      return pageOf(listSessions(books, params), params);
    case "GET /v1/checkout/sessions/:id":
      return sessionOf(books, id);
    case "POST /v1/checkout/sessions/:id/expire":
      return expireSession(books, id);
    case "POST /v1/refunds":
      return createRefund(books, params);
    case "POST /v1/refunds/:id":
      return updateRefund(books, id, params);
    case "GET /v1/refunds":
      return pageOf(listRefunds(books, params), params);
    case "GET /v1/refunds/:id":
      return refundOf(books, id);
    case "GET /v1/disputes":
      return pageOf(listDisputes(books, params), params);
    case "GET /v1/disputes/:id":
      return disputeOf(books, id);
    case "GET /v1/subscriptions/:id":
      return subscriptionOf(books, id);
    case "POST /v1/subscriptions/:id":
      return updateSubscription(books, id, params);
    case "DELETE /v1/subscriptions/:id":
      return cancelSubscription(books, id);
    case "GET /v1/invoices":
      return pageOf(listInvoices(books, params), params);
    case "POST /v1/invoices/:id/void":
      return voidInvoice(books, id);
    case "GET /v1/invoices/:id":
      return invoiceOf(books, id);
  }
}

/** A page of the objects within the requested time. */
function pageOf(found: Listed[], { limit = 10, starting_after, created }: Params) {
  const all = found.filter((one) => isIn(created, one.created));
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = all.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < all.length, url: "/v1" };
}

type Listed = { id: string; created: number };
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number };

function isIn(range: Range | undefined, created: number): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return created === range;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
