import type { Books } from "./books.ts";
import { saveCard } from "./cards.ts";
import { createCustomer } from "./customers.ts";
import { closeDispute, escalateInquiry, openDispute, openInquiry } from "./disputes.ts";
import { pay, settle } from "./pay.ts";
import { createRefund, settleRefund } from "./refunds.ts";
import {
  advance,
  cancelAt,
  cancelSubscription,
  finalize,
  payInvoice,
  retryInvoice,
} from "./subscriptions.ts";

type Tail<Arguments> = Arguments extends [unknown, ...infer Rest] ? Rest : never;

/** What customers, banks and Stripe's dashboard do. */
export function officeOf(books: Books) {
  return {
    pay: (...rest: Tail<Parameters<typeof pay>>) => pay(books, ...rest),
    settle: (...rest: Tail<Parameters<typeof settle>>) => settle(books, ...rest),
    refund: (payment_intent: string, amount: number) => createRefund(books, { payment_intent, amount }),
    settleRefund: (...rest: Tail<Parameters<typeof settleRefund>>) => settleRefund(books, ...rest),
    openDispute: (...rest: Tail<Parameters<typeof openDispute>>) => openDispute(books, ...rest),
    openInquiry: (...rest: Tail<Parameters<typeof openInquiry>>) => openInquiry(books, ...rest),
    escalateInquiry: (id: string) => escalateInquiry(books, id),
    closeDispute: (...rest: Tail<Parameters<typeof closeDispute>>) => closeDispute(books, ...rest),
    advance: (...rest: Tail<Parameters<typeof advance>>) => advance(books, ...rest),
    finalize: (...rest: Tail<Parameters<typeof finalize>>) => finalize(books, ...rest),
    payInvoice: (id: string) => payInvoice(books, id),
    cancelAt: (id: string, at: number) => cancelAt(books, id, at),
    retryInvoice: (id: string) => retryInvoice(books, id),
    cancel: (id: string) => cancelSubscription(books, id),
    /** A customer whom another program made at Stripe, with cards of these numbers. */
    addCustomer: (email: string | null, numbers: string[] = []) => {
      const { id } = createCustomer(books, email ? { email } : {});
      for (const number of numbers) saveCard(books, id, number);
      return id;
    },
    deleteCustomer: (id: string) => books.deleted.add(id),
    /** The state in which the next refunds begin. */
    refundsBegin: (status: Books["refundsBegin"]) => {
      books.refundsBegin = status;
    },
  };
}
