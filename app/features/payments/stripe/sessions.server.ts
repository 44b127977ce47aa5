import { createHash, randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import type { CheckoutRequest, CheckoutSession } from "~/platform/payment-gateway";
import { KeptFailure, nullIfMissing, Refused } from "./ask.server";
import type { Connection } from "./connection.server";
import { customerFor } from "./customers.server";
import { idOf } from "./ids";
import { listAll } from "./list.server";
import { isMissing } from "./refusal";
import { secondsOf } from "./seconds";
import { INVOICE_EXPAND, SESSION_EXPAND, toSession } from "./session";
import { sessionParams } from "./session-params";

type Params = Stripe.Checkout.SessionCreateParams;
type Created = { id: string; url: string } | "none";

/**
 * Opens a hosted checkout. Where Stripe has kept a failure of its own under the key, it is looked whether a session was
 * made all the same: then that is the one.
 */
export async function createSession(connection: Connection, request: CheckoutRequest): Promise<Created> {
  try {
    return await createOrOther(connection, request);
  } catch (error) {
    if (!(error instanceof KeptFailure)) throw error;
    return (await findMade(connection, request)) ?? "none";
  }
}

/** The session of a try whose answer was a failure. Its address was given to nobody, so that it is open, if it is there. */
async function findMade(connection: Connection, request: CheckoutRequest): Promise<Created | null> {
  const open = await listAll(connection, (stripe, page, options) =>
    stripe.checkout.sessions.list({ status: "open", ...page }, options),
  );
  const made = open.find(
    ({ client_reference_id, expires_at, amount_total, currency }) =>
      client_reference_id === request.reference &&
      expires_at === secondsOf(request.expires_at) &&
      amount_total === request.amount &&
      currency === request.currency.toLowerCase(),
  );
  return made?.url ? { id: made.id, url: made.url } : null;
}

/**
 * Parameters other than those that the key stands for, and those without an address that Stripe doesn't like, have a key
 * of their own.
 */
async function createOrOther(connection: Connection, request: CheckoutRequest): Promise<Created> {
  const params = sessionParams(request, await customerFor(connection, request));
  try {
    return await create(connection, request, params, request.idempotency_key);
  } catch (error) {
    const others = whatElse(error, params, request);
    if (!others) throw error;
    const digest = createHash("sha256").update(JSON.stringify(others)).digest("hex").slice(0, 16);
    return create(connection, request, others, `${request.idempotency_key}:${digest}`);
  }
}

/** What to ask for instead after such an error; null when it is to be believed. */
function whatElse(error: unknown, params: Params, request: CheckoutRequest): Params | null {
  if (!(error instanceof Refused)) return null;
  if (error.refusal.param === "customer") return sessionParams(request); // deleted there since
  const { customer_email: _, ...others } = params;
  if (error.refusal.param === "customer_email") return others; // its owner can enter it there
  return error.refusal.type === "StripeIdempotencyError" ? params : null;
}

async function create(
  { ask, now }: Connection,
  request: CheckoutRequest,
  params: Params,
  key: string,
): Promise<Created> {
  try {
    const { id, url } = await ask((stripe, options) => stripe.checkout.sessions.create(params, options), key);
    if (!url) throw new Error(`Stripe gave the session ${id} no address`);
    return { id, url };
  } catch (error) {
    const dislikesTime = error instanceof Refused && error.refusal.param === "expires_at";
    if (dislikesTime && isSoon(request, now())) return "none";
    throw error;
  }
}

/** Whether it was too little time ahead that Stripe disliked, and not too much. */
function isSoon({ expires_at }: CheckoutRequest, now: Temporal.Instant): boolean {
  return secondsOf(expires_at) - secondsOf(now) < 12 * 60 * 60;
}

export async function readSession(connection: Connection, id: string): Promise<CheckoutSession | null> {
  const params = { expand: SESSION_EXPAND };
  const session = await connection
    .ask((stripe, options) => stripe.checkout.sessions.retrieve(id, params, options))
    .catch(nullIfMissing);
  return session && asItIs(connection, session);
}

/** Of a plan's checkout that is complete, but not paid, only the payments of its first invoice say how it goes. */
async function asItIs({ ask }: Connection, session: Stripe.Checkout.Session): Promise<CheckoutSession> {
  const invoiceId = idOf(session.invoice);
  if (session.status !== "complete" || session.payment_status !== "unpaid" || !invoiceId) {
    return toSession(session);
  }
  const params = { expand: INVOICE_EXPAND };
  const invoice = await ask((stripe, options) => stripe.invoices.retrieve(invoiceId, params, options));
  return toSession({ ...session, invoice });
}

/** One that isn't open any more, or is just being paid, is refused: then it is as it reads. */
export async function expireSession(connection: Connection, id: string): Promise<CheckoutSession | null> {
  const params = { expand: SESSION_EXPAND };
  try {
    const session = await connection.ask(
      (stripe, options) => stripe.checkout.sessions.expire(id, params, options),
      randomUUID(), // a stable one would bring back an old refusal
    );
    return toSession(session);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return isMissing(error.refusal) ? null : readSession(connection, id);
  }
}
