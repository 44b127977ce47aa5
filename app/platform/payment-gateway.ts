/** What a booking's checkout asks for. `amount` in cents, the sum of the lines. */
export type CheckoutRequest = {
  /** The same key gives the same session, however often it is asked for. */
  idempotency_key: string;
  amount: number;
  currency: string;
  lines: { label: string; amount: number }[];
  /** What is bought, in words: date and time, address. */
  summary: string[];
  customer_email: string | null;
  success_url: string;
  cancel_url: string;
  expires_at: Temporal.Instant;
};

export type CheckoutSession = {
  id: string;
  status: "open" | "paid" | "expired";
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string } | null;
};

export type PaymentEvent = { id: string; type: string; session_id: string };

export type RefundRequest = {
  session_id: string;
  /** In cents, at most what was paid less what went back earlier. */
  amount: number;
  /** The same key gives the same refund, however often it is asked for. */
  idempotency_key: string;
};

/** `completed`: the provider has taken it on. `failed`: it refuses for good, asking again is of no use. */
export type Refund =
  | { status: "completed"; id: string }
  | { status: "failed"; id: string | null; reason: string };

/** A provider of hosted card checkout. The application trusts only what it reads here, never a URL. */
export type PaymentGateway = {
  provider: string;
  createSession: (request: CheckoutRequest) => Promise<{ id: string; url: string }>;
  readSession: (id: string) => Promise<CheckoutSession | null>;
  /** Closes an open session; the answer is the state afterwards: `paid` when the customer was faster. */
  expireSession: (id: string) => Promise<CheckoutSession | null>;
  /** Gives money of a paid session back. Throws when the provider can't be asked now. */
  refund: (request: RefundRequest) => Promise<Refund>;
  /** The event in a signed message, or null when the signature is wrong or too old. */
  verifyEvent: (body: string, signature: string | null, now: Temporal.Instant) => PaymentEvent | null;
};
