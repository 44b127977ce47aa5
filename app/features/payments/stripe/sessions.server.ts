import { createHash, randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { phoneHref } from "~/lib/phone";
import type { CheckoutRequest, CheckoutSession } from "~/platform/outside/payment-gateway";
import {
  type Connection,
  Forbidden,
  isMissing,
  KeptFailure,
  listAll,
  nullIfMissing,
  Refused,
} from "./connection.server";
import { INVOICE_EXPAND, idOf, SESSION_EXPAND, secondsOf, toSession } from "./objects";
import { sessionParams } from "./session-parameters";

type Params = Stripe.Checkout.SessionCreateParams;
type Created = { id: string; url: string } | "none";

/**
 * Opens a hosted checkout. `known`: the customer at Stripe whom it is for, who can choose among the cards that they have there. If Stripe stored a failure under the key, looks for the session that the failed try created.
 */
export async function createSession(
  connection: Connection,
  request: CheckoutRequest,
  known: string | null = null,
): Promise<Created> {
  try {
    return await createOrOther(connection, request, known);
  } catch (error) {
    if (!(error instanceof KeptFailure)) throw error;
    return (await findMade(connection, request)) ?? "none";
  }
}

/** Finds the session of a failed try. Nobody has its address, so it is still open. */
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

/** Creates a session. Changed parameters, and those without a refused email address, use a new key. */
async function createOrOther(
  connection: Connection,
  request: CheckoutRequest,
  known: string | null,
): Promise<Created> {
  const params = known
    ? { ...sessionParams(request, known), ...showingCards(request) }
    : sessionParams(request, await customerFor(connection, request));
  try {
    return await create(connection, request, params, request.idempotency_key);
  } catch (error) {
    const others = whatElse(error, params, request);
    if (!others) throw error;
    const digest = createHash("sha256").update(JSON.stringify(others)).digest("hex").slice(0, 16);
    return create(connection, request, others, `${request.idempotency_key}:${digest}`);
  }
}

/**
 * Shows a customer's own cards: those that they agreed to see again, and those of programs that did not ask. Of itself, Stripe shows the
 * first only. It has this for payments only. A "limited" card was saved for something else.
 */
function showingCards({ amount }: CheckoutRequest): Partial<Params> {
  if (amount === 0) return {};
  return { saved_payment_method_options: { allow_redisplay_filters: ["always", "unspecified"] } };
}

/** Returns the parameters to try after an error; null if the error is final. */
function whatElse(error: unknown, params: Params, request: CheckoutRequest): Params | null {
  if (!(error instanceof Refused)) return null;
  if (error.refusal.param === "customer") return sessionParams(request); // deleted at Stripe meanwhile
  const { customer_email: _, ...others } = params;
  if (error.refusal.param === "customer_email") return others; // the customer can type it on Stripe's page
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

/** Whether Stripe refused `expires_at` as too soon, not as too late. */
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

/** Reads the first invoice of a plan's complete but unpaid checkout: only its payments tell the state. */
async function asItIs({ ask }: Connection, session: Stripe.Checkout.Session): Promise<CheckoutSession> {
  const invoiceId = idOf(session.invoice);
  if (session.status !== "complete" || session.payment_status !== "unpaid" || !invoiceId) {
    return toSession(session);
  }
  const params = { expand: INVOICE_EXPAND };
  const invoice = await ask((stripe, options) => stripe.invoices.retrieve(invoiceId, params, options));
  return toSession({ ...session, invoice });
}

/** Expires a session. If it is no longer open or is being paid, returns it as it is. */
export async function expireSession(connection: Connection, id: string): Promise<CheckoutSession | null> {
  const params = { expand: SESSION_EXPAND };
  try {
    const session = await connection.ask(
      (stripe, options) => stripe.checkout.sessions.expire(id, params, options),
      randomUUID(), // a stable key would return an old refusal
    );
    return toSession(session);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return isMissing(error.refusal) ? null : readSession(connection, id);
  }
}

type Who = Pick<CheckoutRequest, "customer_name" | "customer_email" | "customer_phone">;

/** Stripe's limits, in characters. */
const LIMITS = { name: 150, phone: 20 };

/**
 * Creates a customer, so that Stripe's page fills in name and phone; a session alone fills in only the email. Returns
 * null if only the email is known, Stripe refuses, or the key lacks the right: the page then asks. The same person is
 * the same customer for a day.
 */
async function customerFor({ ask }: Connection, who: Who): Promise<string | null> {
  const params = customerParams(who);
  if (!params) return null;
  const key = `customer:${createHash("sha256").update(JSON.stringify(params)).digest("base64url")}`;
  try {
    return (await ask((stripe, options) => stripe.customers.create(params, options), key)).id;
  } catch (error) {
    const goesWithout =
      error instanceof Refused || error instanceof Forbidden || error instanceof KeptFailure;
    if (goesWithout) return null;
    throw error;
  }
}

/** Returns a customer's parameters; null without name and phone. */
function customerParams(who: Who): Stripe.CustomerCreateParams | null {
  const { customer_email: email } = who;
  const name = who.customer_name?.slice(0, LIMITS.name);
  const phone = phoneFor(who.customer_phone);
  if (!name && !phone) return null;
  return { ...(email && { email }), ...(name && { name, individual_name: name }), ...(phone && { phone }) };
}

/** Formats a phone number with its country code, +1 by default, without extension. */
function phoneFor(phone: string | null): string | undefined {
  const [number = ""] =
    phoneHref(phone ?? "")
      ?.replace("tel:", "")
      .split(";") ?? [];
  const whole = /^1?\d{10}$/.test(number) ? `+1${number.slice(-10)}` : number;
  return whole.length > 0 && whole.length <= LIMITS.phone ? whole : undefined;
}
