/** What a checkout asks for. `amount` in cents, the sum of the lines. */
export type CheckoutRequest = {
  /** The same key gives the same session, however often it is asked for; a key stands for one set of parameters. */
  idempotency_key: string;
  /** Our order, for whoever reads the provider's own office. */
  reference: string;
  amount: number;
  currency: string;
  lines: { label: string; amount: number }[];
  /** What is bought, in words: date and time, address. */
  summary: string[];
  /** What is known of who pays fills in the checkout. */
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /**
   * `{CHECKOUT_SESSION_ID}` in them stands for the session's id. In `cancel_url` a provider may put `order=REFERENCE` in
   * the place of `session_id={CHECKOUT_SESSION_ID}`.
   */
  success_url: string;
  cancel_url: string;
  expires_at: Temporal.Instant;
  /** Charged again every month, until the subscription is ended. */
  recurring: boolean;
};

/**
 * `processing`: the checkout is done, its money takes days to come. `failed`: that money did not come.
 * `expired`: nothing was paid, and nothing can be.
 */
export type SessionStatus = "open" | "processing" | "paid" | "failed" | "expired";

export type CheckoutSession = {
  id: string;
  status: SessionStatus;
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string } | null;
  /** What refunds and disputes name; null before anything was paid. */
  payment_id: string | null;
  /** Of a recurring checkout that was paid: what is charged from now on. Of one whose money did not come: what must end. */
  subscription_id: string | null;
  /** Its first charge; null before it was paid. */
  invoice_id: string | null;
};

/** What a provider's event is about; `other`: nothing that the application acts on. */
export type EventSubject =
  | "session"
  | "refund"
  | "payment"
  | "dispute"
  | "subscription"
  | "invoice"
  | "other";

/** An event says only that something changed: its object is read afresh. */
export type PaymentEvent = { id: string; type: string; about: EventSubject; object_id: string };

export type RefundRequest = {
  payment_id: string;
  /** In cents, at most what was paid less what went back earlier. */
  amount: number;
  /** The same key gives the same refund, however often it is asked for. */
  idempotency_key: string;
};

/**
 * `pending`: the provider has taken it on, and says later how it ended. `failed`: it refuses for good, asking again with
 * the same key is of no use. `id` is null when it was refused before it was made.
 */
export type Refund =
  | { status: "pending" | "completed"; id: string; reason?: undefined }
  | { status: "failed" | "cancelled"; id: string | null; reason: string };

/** A refund as the provider has it; `key` is ours, null when it was given in the provider's own office. */
export type KnownRefund = { refund: Refund; key: string | null; payment_id: string; amount: number };

export type Dispute = {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: "open" | "won" | "lost";
  /** False while the bank only asks, and has withdrawn nothing: an inquiry. Money can be given back then. */
  withdrawn: boolean;
  /** The bank's word for it. */
  reason: string;
  evidence_due_at: Temporal.Instant | null;
  opened_at: Temporal.Instant;
};

/** `past_due`: its last charge failed. `ended`: nothing will be charged any more. */
export type Subscription = {
  id: string;
  status: "active" | "past_due" | "ended";
  /** The month that was charged last; its end is when the next charge is due. */
  period_start: Temporal.Instant;
  period_end: Temporal.Instant;
  /** When it ends, if that is settled. */
  ends_at: Temporal.Instant | null;
  paused: boolean;
};

/** A charge of a subscription; a `draft` is not asked for yet. `url`: where its customer can pay it. */
export type Invoice = {
  id: string;
  subscription_id: string;
  status: "draft" | "open" | "paid" | "void";
  amount: number;
  currency: string;
  /** How often the provider has tried to charge it by itself. */
  tries: number;
  payment_id: string | null;
  period_start: Temporal.Instant;
  period_end: Temporal.Instant;
  url: string | null;
};

/** The provider can't be asked now: trying again later may help. */
export class ProviderUnavailable extends Error {}

/** It was silent so often lately that it isn't even asked for a while. */
export class ProviderSilent extends ProviderUnavailable {}

/** A subscription has ended, but our key has no right to void its open invoice, which can still be paid. */
export class InvoiceStaysOpen extends ProviderUnavailable {}

/**
 * A provider of hosted card checkout. The application trusts only what it reads here, never a URL. Reads answer null
 * for what the provider doesn't know. Everything throws ProviderUnavailable when the provider can't be asked.
 */
export type PaymentGateway = {
  /** Its name in orders. */
  provider: string;
  /** Whether something with this id would be this provider's. */
  owns: (id: string) => boolean;
  /** `none`: no session came of this key and time, and none can; ask with new ones. */
  createSession: (request: CheckoutRequest) => Promise<{ id: string; url: string } | "none">;
  readSession: (id: string) => Promise<CheckoutSession | null>;
  /** Closes an open session; the answer is the state afterwards: `paid` when the customer was faster. */
  expireSession: (id: string) => Promise<CheckoutSession | null>;
  /** Gives money of a payment back. */
  refund: (request: RefundRequest) => Promise<Refund>;
  readRefund: (id: string) => Promise<KnownRefund | null>;
  /** Every refund of a payment, the oldest first. */
  listRefunds: (paymentId: string) => Promise<KnownRefund[]>;
  /** Every refund of any payment that was made since then, whoever made it; the oldest first. */
  refundsSince: (since: Temporal.Instant) => Promise<KnownRefund[]>;
  readDispute: (id: string) => Promise<Dispute | null>;
  /** Every dispute of a payment, the oldest first. */
  listDisputes: (paymentId: string) => Promise<Dispute[]>;
  /** Every dispute of any payment that was opened since then, the oldest first. */
  disputesSince: (since: Temporal.Instant) => Promise<Dispute[]>;
  readSubscription: (id: string) => Promise<Subscription | null>;
  /** From now on nothing is charged; with `resumesAt` until then. Paused twice is paused once. */
  pauseSubscription: (id: string, resumesAt: Temporal.Instant | null) => Promise<Subscription | null>;
  resumeSubscription: (id: string) => Promise<Subscription | null>;
  /** Ends it at once, or when the month that was paid is over. Ended twice is ended once. */
  endSubscription: (id: string, when: "now" | "period end") => Promise<Subscription | null>;
  readInvoice: (id: string) => Promise<Invoice | null>;
  /** The newest charges of a subscription, the newest first, at most 24. */
  listInvoices: (subscriptionId: string) => Promise<Invoice[]>;
  /** The event in a signed message, or null when it is not a message of this provider for this company. */
  verifyEvent: (
    body: string,
    signature: string | null,
    now: Temporal.Instant,
  ) => Promise<PaymentEvent | null>;
};

/** How the site takes payment for what is booked online; `none`: cards can't be taken. */
export type PaymentWay = "stripe" | "test checkout" | "none";

/** The providers of this site: what exists is asked of whose it is, what is new goes to the one in use. */
export type Payments = Omit<PaymentGateway, "provider" | "owns" | "createSession" | "verifyEvent"> & {
  way: () => Promise<PaymentWay>;
  /** The provider in use; null when there is none. */
  current: () => Promise<PaymentGateway | null>;
  /** The provider with this name; null when it is unknown or not set up. */
  named: (provider: string) => Promise<PaymentGateway | null>;
};
