import { type Shape, shapeOf } from "./shapes.ts";

/** The operations that the fake supports, and where the SDK declares their parameters. */
const DECLARED = {
  "GET /v1/balance": null,
  "GET /v1/webhook_endpoints": ["WebhookEndpoints.d.ts", "WebhookEndpointListParams"],
  "GET /v1/balance_transactions": ["BalanceTransactions.d.ts", "BalanceTransactionListParams"],
  "POST /v1/customers": ["Customers.d.ts", "CustomerCreateParams"],
  "GET /v1/customers/:id": ["Customers.d.ts", "CustomerRetrieveParams"],
  "GET /v1/payment_methods": ["PaymentMethods.d.ts", "PaymentMethodListParams"],
  "POST /v1/customers/:id": ["Customers.d.ts", "CustomerUpdateParams"],
  "GET /v1/payment_intents": ["PaymentIntents.d.ts", "PaymentIntentListParams"],
  "POST /v1/payment_intents": ["PaymentIntents.d.ts", "PaymentIntentCreateParams"],
  "POST /v1/payment_intents/:id/cancel": ["PaymentIntents.d.ts", "PaymentIntentCancelParams"],
  "POST /v1/payment_methods/:id/detach": ["PaymentMethods.d.ts", "PaymentMethodDetachParams"],
  "POST /v1/checkout/sessions": ["Checkout/Sessions.d.ts", "Checkout.SessionCreateParams"],
  "GET /v1/checkout/sessions": ["Checkout/Sessions.d.ts", "Checkout.SessionListParams"],
  "GET /v1/checkout/sessions/:id": ["Checkout/Sessions.d.ts", "Checkout.SessionRetrieveParams"],
  "POST /v1/checkout/sessions/:id/expire": ["Checkout/Sessions.d.ts", "Checkout.SessionExpireParams"],
  "POST /v1/refunds": ["Refunds.d.ts", "RefundCreateParams"],
  "POST /v1/refunds/:id": ["Refunds.d.ts", "RefundUpdateParams"],
  "GET /v1/refunds": ["Refunds.d.ts", "RefundListParams"],
  "GET /v1/refunds/:id": ["Refunds.d.ts", "RefundRetrieveParams"],
  "GET /v1/disputes": ["Disputes.d.ts", "DisputeListParams"],
  "GET /v1/disputes/:id": ["Disputes.d.ts", "DisputeRetrieveParams"],
  "GET /v1/subscriptions/:id": ["Subscriptions.d.ts", "SubscriptionRetrieveParams"],
  "POST /v1/subscriptions/:id": ["Subscriptions.d.ts", "SubscriptionUpdateParams"],
  "DELETE /v1/subscriptions/:id": ["Subscriptions.d.ts", "SubscriptionCancelParams"],
  "GET /v1/invoices": ["Invoices.d.ts", "InvoiceListParams"],
  "POST /v1/invoices/:id/void": ["Invoices.d.ts", "InvoiceVoidInvoiceParams"],
  "GET /v1/invoices/:id": ["Invoices.d.ts", "InvoiceRetrieveParams"],
} as const satisfies Record<string, readonly [file: string, name: string] | null>;

type OperationName = keyof typeof DECLARED;
export type Operation = { name: OperationName; id: string; shape: Shape };

const NO_PARAMS: Shape = { is: "object", fields: {} };
const shapes = new Map<OperationName, Shape>();

/** The operation of a request; undefined if this fake has none at that address. */
export function operationOf(method: string, pathname: string): Operation | undefined {
  for (const name of Object.keys(DECLARED) as OperationName[]) {
    const [wanted, pattern = ""] = name.split(" ");
    const found = new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`).exec(pathname);
    if (found && wanted === method)
      return { name, id: decodeURIComponent(found[1] ?? ""), shape: shapeFor(name) };
  }
  return undefined;
}

function shapeFor(name: OperationName): Shape {
  const declared = DECLARED[name];
  if (!declared) return NO_PARAMS;
  const known = shapes.get(name) ?? shapeOf(declared[0], declared[1]);
  shapes.set(name, known);
  return known;
}
