import { ApiError } from "./api-error.ts";
import type { Books } from "./books.ts";
import { chargeOf } from "./transactions.ts";

type Thing = { object?: string; [name: string]: unknown };

/** The properties of an object that can be expanded. */
const EXPANDABLE: Record<string, string[]> = {
  "checkout.session": ["customer", "invoice", "payment_intent", "setup_intent", "subscription"],
  payment_intent: ["customer", "payment_method"],
  setup_intent: ["customer", "payment_method"],
  subscription: ["customer", "latest_invoice"],
  invoice: ["customer", "payments"],
  invoice_payment: ["payment"],
  "payment of an invoice": ["payment_intent"],
  refund: ["payment_intent"],
  dispute: ["payment_intent"],
  balance_transaction: ["source"],
};

/** The response for an object: a copy, with the parts that `expand` names. */
export function present(books: Books, object: object, expand: string[] = []): object {
  const copy = structuredClone(object) as Thing;
  for (const path of expand) expandInto(books, copy, path.split("."), path);
  return copy;
}

function expandInto(books: Books, thing: Thing, [name = "", ...rest]: string[], path: string): void {
  if (thing.object === "list" && name === "data") {
    for (const child of thing.data as Thing[]) expandInto(books, child, rest, path);
    return;
  }
  if (!EXPANDABLE[thing.object ?? "payment of an invoice"]?.includes(name) || path.split(".").length > 4) {
    throw new ApiError(400, { message: `This property cannot be expanded (${path}).`, param: "expand" });
  }
  if (name === "payments") thing.payments = paymentsOf(books, String(thing.id));
  if (typeof thing[name] === "string") thing[name] = structuredClone(find(books, thing[name]) ?? thing[name]);
  const child = thing[name];
  if (rest.length > 0 && child && typeof child === "object") expandInto(books, child as Thing, rest, path);
}

function find(books: Books, id: string): object | undefined {
  const { intents, setups, cards, customers, subscriptions, invoices, refunds, disputes } = books;
  for (const kept of [intents, setups, cards, customers, subscriptions, invoices, refunds, disputes])
    if (kept.has(id)) return kept.get(id);
  return chargeOf(books, id);
}

function paymentsOf(books: Books, invoiceId: string) {
  const intent = books.intents.get(books.invoicePayments.get(invoiceId) ?? "");
  const payments = intent
    ? [
        {
          id: `inpay_${intent.id}`,
          object: "invoice_payment",
          amount_paid: intent.amount_received,
          amount_requested: intent.amount,
          currency: intent.currency,
          invoice: invoiceId,
          is_default: true,
          payment: { type: "payment_intent", payment_intent: intent.id },
          status: intent.status === "succeeded" ? "paid" : "open",
        },
      ]
    : [];
  return { object: "list", data: payments, has_more: false };
}
