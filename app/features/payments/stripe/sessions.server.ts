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

type Who = Pick<CheckoutRequest, "customer_name" | "customer_email" | "customer_phone">;

/** Stripe takes no longer names and numbers. */
const LIMITS = { name: 150, phone: 20 };

/**
 * Makes a customer, from whom Stripe's page fills in name and phone: a session alone can only bring an email. Answers the id,
 * or null where nothing but the email is known, or Stripe won't have the customer, or the key may not make any: the page asks
 * for everything then. The same person is the same customer for a day.
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

/** What Stripe is told of somebody; null without a name and a phone number. */
function customerParams(who: Who): Stripe.CustomerCreateParams | null {
  const { customer_email: email } = who;
  const name = who.customer_name?.slice(0, LIMITS.name);
  const phone = phoneFor(who.customer_phone);
  if (!name && !phone) return null;
  return { ...(email && { email }), ...(name && { name, individual_name: name }), ...(phone && { phone }) };
}

/** As the page expects it, with its country: a number without one is from here. Extensions have no place there. */
function phoneFor(phone: string | null): string | undefined {
  const [number = ""] =
    phoneHref(phone ?? "")
      ?.replace("tel:", "")
      .split(";") ?? [];
  const whole = /^1?\d{10}$/.test(number) ? `+1${number.slice(-10)}` : number;
  return whole.length > 0 && whole.length <= LIMITS.phone ? whole : undefined;
}
