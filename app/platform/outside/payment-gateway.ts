/** A request for a checkout. `amount` is in cents, the sum of the lines. */
export type CheckoutRequest = {
  /** The same key returns the same session. Use one key for one set of parameters. */
  idempotency_key: string;
  /** Our order's id, for readers of the provider's dashboard. */
  reference: string;
  amount: number;
  currency: string;
  lines: { label: string; amount: number }[];
  /** What is bought, as text: date and time, address. */
  summary: string[];
  /** What is known of the payer, to fill in the checkout. */
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /**
   * `{CHECKOUT_SESSION_ID}` stands for the session's id. In `cancel_url`, a provider may replace
   * `session_id={CHECKOUT_SESSION_ID}` with `order=REFERENCE`.
   */
  success_url: string;
  cancel_url: string;
  expires_at: Temporal.Instant;
  /** Charged every month until the subscription ends. */
  recurring: boolean;
  /**
   * What the customer agrees to, if their card is to be saved and charged later without them. With an `amount` of 0 nothing is
   * charged now. Not of a recurring checkout.
   */
  consent?: string | null;
};

/** A card that a customer let us save: the provider's ids, and what people know it by. */
export type SavedCard = {
  customer_id: string;
  method_id: string;
  /** As "Visa". */
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
};

/** A customer as the provider knows them, with the cards that it keeps of them. */
export type KnownCustomer = {
  id: string;
  email: string | null;
  cards: Pick<SavedCard, "brand" | "last4" | "exp_month" | "exp_year">[];
};

/** A charge of a saved card while the customer is away. `amount` in cents. */
export type CardCharge = {
  /** The same key charges once, however much later it is asked again. */
  idempotency_key: string;
  /** As in CheckoutRequest. */
  reference: string;
  customer_id: string;
  method_id: string;
  amount: number;
  currency: string;
  description: string;
};

/**
 * `declined`: nothing was charged, and nothing will be with this key. `needs_customer`: the bank wants the customer to confirm
 * the payment.
 */
export type CardAnswer =
  | { status: "paid" | "processing"; payment_id: string }
  | { status: "declined"; reason: string; needs_customer: boolean };

/** A charge that only proves that charges work. `amount` in cents. */
export type TestCharge = Pick<CardCharge, "idempotency_key" | "amount" | "currency">;

/**
 * `processing`: the checkout is complete and the money takes days to arrive. `failed`: that money did not arrive.
 * `expired`: nothing was paid, and nothing can be.
 */
export type SessionStatus = "open" | "processing" | "paid" | "failed" | "expired";

export type CheckoutSession = {
  id: string;
  status: SessionStatus;
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string } | null;
  /** The card that was saved; null if none was. */
  card: SavedCard | null;
  /** The payment's id, which refunds and disputes name; null before payment. */
  payment_id: string | null;
  /** The subscription of a recurring checkout: to charge if it was paid, to end if the money did not arrive. */
  subscription_id: string | null;
  /** The first charge of a subscription; null before payment. */
  invoice_id: string | null;
};

/** The kind of object that an event is about; `other` needs no action. */
export type EventSubject =
  | "session"
  | "refund"
  | "payment"
  | "dispute"
  | "subscription"
  | "invoice"
  | "other";

/** An event says only that an object changed; read the object again. */
export type PaymentEvent = { id: string; type: string; about: EventSubject; object_id: string };

export type RefundRequest = {
  payment_id: string;
  /** In cents; at most what was paid less earlier refunds. */
  amount: number;
  /** The same key makes the same refund. */
  idempotency_key: string;
};

/**
 * `pending`: the provider accepted it and reports the outcome later. `failed`: refused for good; don't retry with the same
 * key. `id` is null if it was refused before it was created.
 */
export type Refund =
  | { status: "pending" | "completed"; id: string; reason?: undefined }
  | { status: "failed" | "cancelled"; id: string | null; reason: string };

/** A refund at the provider. `key` is ours; null if it was made in the provider's dashboard. */
export type KnownRefund = { refund: Refund; key: string | null; payment_id: string; amount: number };

export type Dispute = {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: "open" | "won" | "lost";
  /** False for an inquiry: the bank only asks and has withdrawn nothing, so refunds are possible. */
  withdrawn: boolean;
  /** The bank's reason code. */
  reason: string;
  evidence_due_at: Temporal.Instant | null;
  opened_at: Temporal.Instant;
};

/** `past_due`: the last charge failed. `ended`: no more charges. */
export type Subscription = {
  id: string;
  status: "active" | "past_due" | "ended";
  /** The month charged last. Its end is when the next charge is due. */
  period_start: Temporal.Instant;
  period_end: Temporal.Instant;
  /** When it ends, if an end is set. */
  ends_at: Temporal.Instant | null;
  paused: boolean;
  /** The amount of the next charge, in cents. */
  amount: number;
};

/** A charge of a subscription. `draft`: not due yet. `url`: where the customer can pay it. */
export type Invoice = {
  id: string;
  subscription_id: string;
  status: "draft" | "open" | "paid" | "void";
  amount: number;
  currency: string;
  /** How many times the provider has tried to charge it. */
  tries: number;
  payment_id: string | null;
  period_start: Temporal.Instant;
  period_end: Temporal.Instant;
  url: string | null;
};

/**
 * Money that moved at the provider, in signed cents before its fees. `id` is the payment, refund or dispute that it moved for; a
 * refund that failed and a dispute that was won move it back.
 */
export type Movement = {
  what: "payment" | "refund" | "dispute";
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  at: Temporal.Instant;
};

/** The provider can't be reached; retry later. */
export class ProviderUnavailable extends Error {}

/** The circuit breaker is open: the provider is not asked for a while. */
export class ProviderSilent extends ProviderUnavailable {}

/** The subscription has ended, but our key may not void its open invoice, which can still be paid. */
export class InvoiceStaysOpen extends ProviderUnavailable {}

/**
 * A provider of hosted card checkout. Trust only what is read here, never a URL. Reads return null for unknown objects.
 * Every method throws ProviderUnavailable when the provider can't be reached.
 */
export type PaymentGateway = {
  /** The name stored in orders. */
  provider: string;
  /** Whether an id looks like one of this provider's. */
  owns: (id: string) => boolean;
  /** `none`: this key and time made no session and never will; use new ones. */
  createSession: (request: CheckoutRequest) => Promise<{ id: string; url: string } | "none">;
  readSession: (id: string) => Promise<CheckoutSession | null>;
  /** Closes an open session and returns its state afterward: `paid` if the customer was faster. */
  expireSession: (id: string) => Promise<CheckoutSession | null>;
  /** Charges a saved card. */
  chargeCard: (request: CardCharge) => Promise<CardAnswer>;
  /** What came of a charge with this key; null if none was made. Charges nothing. */
  findCardCharge: (request: CardCharge) => Promise<CardAnswer | null>;
  /** Charges a test card of the provider and cancels that at once. Null where a charge would move money: nothing is charged. */
  tryCharge: (request: TestCharge) => Promise<CardAnswer | null>;
  /** A customer at the provider with at most 10 cards; null for one that is unknown or was deleted there. */
  readCustomer: (id: string) => Promise<KnownCustomer | null>;
  /** Makes a saved card useless. May be repeated. */
  forgetCard: (methodId: string) => Promise<void>;
  /** Refunds part or all of a payment. */
  refund: (request: RefundRequest) => Promise<Refund>;
  readRefund: (id: string) => Promise<KnownRefund | null>;
  /** All refunds of a payment, oldest first. */
  listRefunds: (paymentId: string) => Promise<KnownRefund[]>;
  /** All refunds since a time, of any payment and by anyone, oldest first. */
  refundsSince: (since: Temporal.Instant) => Promise<KnownRefund[]>;
  readDispute: (id: string) => Promise<Dispute | null>;
  /** All disputes of a payment, oldest first. */
  listDisputes: (paymentId: string) => Promise<Dispute[]>;
  /** All disputes opened since a time, oldest first. */
  disputesSince: (since: Temporal.Instant) => Promise<Dispute[]>;
  /** All money that moved since a time, of any payment, oldest first. Without payments that may still fail. */
  movementsSince: (since: Temporal.Instant) => Promise<Movement[]>;
  readSubscription: (id: string) => Promise<Subscription | null>;
  /** Stops charges, until `resumesAt` if given. May be repeated. */
  pauseSubscription: (id: string, resumesAt: Temporal.Instant | null) => Promise<Subscription | null>;
  resumeSubscription: (id: string) => Promise<Subscription | null>;
  /** Sets the amount of the next charge and all later ones, in cents; the paid month keeps its price. May be repeated. */
  changePrice: (id: string, amount: number) => Promise<Subscription | null>;
  /** Ends a subscription now or after the paid month. May be repeated. */
  endSubscription: (id: string, when: "now" | "period end") => Promise<Subscription | null>;
  readInvoice: (id: string) => Promise<Invoice | null>;
  /** The newest charges of a subscription, at most 24, newest first. */
  listInvoices: (subscriptionId: string) => Promise<Invoice[]>;
  /** The event in a signed message; null if it is not a valid message of this provider for this company. */
  verifyEvent: (
    body: string,
    signature: string | null,
    now: Temporal.Instant,
  ) => Promise<PaymentEvent | null>;
};

/** How the site takes payment for online bookings; `none`: no cards. */
export type PaymentWay = "stripe" | "test checkout" | "none";

/** The site's providers. Existing objects are asked of the provider that made them; new ones go to the current provider. */
export type Payments = Omit<
  PaymentGateway,
  | "provider"
  | "owns"
  | "createSession"
  | "chargeCard"
  | "findCardCharge"
  | "readCustomer"
  | "forgetCard"
  | "tryCharge"
  | "verifyEvent"
  | "movementsSince"
> & {
  way: () => Promise<PaymentWay>;
  /** The current provider; null when there is none. */
  current: () => Promise<PaymentGateway | null>;
  /** The provider of this name; null when it is unknown or not configured. */
  named: (provider: string) => Promise<PaymentGateway | null>;
};
