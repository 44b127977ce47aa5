import type { Books } from "./books.ts";
import { disputeOf } from "./disputes.ts";
import type { Operation } from "./operations.ts";
import type { Params } from "./params.ts";
import { present } from "./present.ts";
import { createRefund, listRefunds, refundOf } from "./refunds.ts";
import { createSession, expireSession, sessionOf } from "./sessions.ts";
import {
  cancelSubscription,
  invoiceOf,
  listInvoices,
  subscriptionOf,
  updateSubscription,
  voidInvoice,
} from "./subscriptions.ts";

/** Does what an operation asks for, and answers with the object as Stripe would. Throws ApiError. */
export function perform(books: Books, { name, id }: Operation, params: Params): object {
  const answer = result(books, { name, id }, params);
  return present(books, answer, params.expand);
}

function result(books: Books, { name, id }: Pick<Operation, "name" | "id">, params: Params): object {
  switch (name) {
    case "GET /v1/balance":
      return { object: "balance", available: [], pending: [], livemode: false };
    case "POST /v1/checkout/sessions":
      return createSession(books, params);
    case "GET /v1/checkout/sessions/:id":
      return sessionOf(books, id);
    case "POST /v1/checkout/sessions/:id/expire":
      return expireSession(books, id);
    case "POST /v1/refunds":
      return createRefund(books, params);
    case "GET /v1/refunds":
      return pageOf(listRefunds(books, params), params);
    case "GET /v1/refunds/:id":
      return refundOf(books, id);
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

function pageOf(all: { id: string }[], { limit = 10, starting_after }: Params) {
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = all.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < all.length, url: "/v1" };
}
