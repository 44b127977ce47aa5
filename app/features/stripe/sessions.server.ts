import { createHash, randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import type { CheckoutRequest, CheckoutSession } from "~/platform/payment-gateway";
import { KeptFailure, Refused } from "./ask.server";
import type { Connection } from "./connection.server";
import { isMissing } from "./refusal";
import { secondsOf } from "./seconds";
import { SESSION_EXPAND, toSession } from "./session";
import { sessionParams } from "./session-params";

type Params = Stripe.Checkout.SessionCreateParams;
type Created = { id: string; url: string } | "too late";

/**
 * Opens a hosted checkout. What Stripe has kept under the key, but can't be gone on with (a failure of its own, or other
 * parameters), was never seen by the customer: then the parameters have a key of their own.
 */
export async function createSession(connection: Connection, request: CheckoutRequest): Promise<Created> {
  const params = sessionParams(request);
  try {
    return await create(connection, params, request.idempotency_key);
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : null;
    if (refusal?.param === "expires_at" && isSoon(request, connection.now())) return "too late";
    const { customer_email, ...others } = params;
    if (refusal?.param === "customer_email") return createAnew(connection, others, request);
    const isKept = error instanceof KeptFailure || refusal?.type === "StripeIdempotencyError";
    if (isKept) return createAnew(connection, params, request);
    throw error;
  }
}

function createAnew(connection: Connection, params: Params, request: CheckoutRequest): Promise<Created> {
  const digest = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16);
  return create(connection, params, `${request.idempotency_key}:${digest}`);
}

async function create({ ask }: Connection, params: Params, key: string): Promise<Created> {
  const { id, url } = await ask((stripe, options) => stripe.checkout.sessions.create(params, options), key);
  if (!url) throw new Error(`Stripe gave the session ${id} no address`);
  return { id, url };
}

/** Whether it was too little time ahead that Stripe disliked, and not too much. */
function isSoon({ expires_at }: CheckoutRequest, now: Temporal.Instant): boolean {
  return secondsOf(expires_at) - secondsOf(now) < 12 * 60 * 60;
}

export async function readSession({ ask }: Connection, id: string): Promise<CheckoutSession | null> {
  const params = { expand: SESSION_EXPAND };
  return ask((stripe, options) => stripe.checkout.sessions.retrieve(id, params, options)).then(
    toSession,
    nullIfMissing,
  );
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

/** For reads: what Stripe doesn't know is null. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Refused && isMissing(error.refusal)) return null;
  throw error;
}
