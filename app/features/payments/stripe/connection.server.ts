import { setTimeout as sleep } from "node:timers/promises";
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import type { Stripe } from "stripe";
import { ProviderSilent, ProviderUnavailable } from "~/platform/outside/payment-gateway";

/** Calls Stripe. `key` is the idempotency key of a write. */
export type Connection = {
  ask: <Answer>(
    call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Answer>,
    key?: string,
  ) => Promise<Answer>;
  now: () => Temporal.Instant;
};

type Options = {
  client: () => Promise<Stripe>;
  now: () => Temporal.Instant;
  patience?: Patience;
  breaker?: Breaker;
};

export function stripeConnection({
  client,
  now,
  patience = PATIENCE,
  breaker = (call) => call(),
}: Options): Connection {
  return {
    now,
    ask: async (call, key) => {
      const stripe = await client();
      return breaker(() => ask(patience, (options) => call(stripe, options), key));
    },
  };
}

/** How often and how long to retry. A customer may be waiting. */
export type Patience = { tries: number; firstPauseMs: number; answerMs: number; wholeMs: number };

const PATIENCE: Patience = { tries: 5, firstPauseMs: 400, answerMs: 8_000, wholeMs: 18_000 };

/** A final refusal by Stripe. A retry has no use. */
export class Refused extends Error {
  readonly refusal: StripeRefusal;
  constructor(refusal: StripeRefusal) {
    super(`Stripe refuses: ${inShort(refusal)}`);
    this.refusal = refusal;
  }
}

/** Stripe stored a failure under this idempotency key and returns it for a day, even if the write succeeded. */
export class KeptFailure extends ProviderUnavailable {}

/** The key lacks a right. */
export class Forbidden extends ProviderUnavailable {}

/** Turns Stripe's 'no such object' into null; throws everything else. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Refused && isMissing(error.refusal)) return null;
  throw error;
}

type Call<Answer> = (options: Stripe.RequestOptions) => Promise<Answer>;

/**
 * Calls Stripe and retries with the same key while it is unavailable. Throws Refused for a final refusal,
 * ProviderUnavailable otherwise.
 */
async function ask<Answer>(patience: Patience, call: Call<Answer>, key?: string): Promise<Answer> {
  const deadline = performance.now() + patience.wholeMs;
  for (let tried = 1; ; tried += 1) {
    const left = deadline - performance.now();
    try {
      return await call({
        maxNetworkRetries: 0,
        timeout: Math.max(1, Math.min(patience.answerMs, Math.ceil(left))),
        ...(key !== undefined && { idempotencyKey: key }),
      });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      const verdict = judge(refusal);
      if (verdict === "refused") throw new Refused(refusal);
      const pause = pauseOf(refusal, patience, tried);
      const isOver = tried >= patience.tries || performance.now() + pause >= deadline;
      if (verdict === "unavailable" || isOver) throw unavailable(refusal);
      await sleep(pause);
    }
  }
}

function pauseOf({ headers }: StripeRefusal, { firstPauseMs }: Patience, tried: number): number {
  const pause = firstPauseMs * 2 ** (tried - 1) * (0.75 + Math.random() / 2);
  const asked = Number(headers?.["retry-after"] ?? 0) * 1000;
  return Number.isFinite(asked) ? Math.max(pause, asked) : pause;
}

function unavailable(refusal: StripeRefusal): ProviderUnavailable {
  const words = `Stripe can't be asked: ${inShort(refusal)}`;
  if (refusal.statusCode === 403) return new Forbidden(words);
  const kept = (refusal.statusCode ?? 0) >= 500 && judge(refusal) === "unavailable";
  return kept ? new KeptFailure(words) : new ProviderUnavailable(words);
}

/** Makes a call. Throws ProviderSilent at once while the circuit is open. */
export type Breaker = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Calls in a row without an answer that open the circuit. After a rest one call tests it. */
const SILENT_CALLS = 3;
const REST_MS = 30_000;

/** A circuit breaker around all calls of a process, so that calls don't pile up while Stripe hangs. */
export function openBreaker(restMs = REST_MS): Breaker {
  const policy = circuitBreaker(handleWhen(isSilence), {
    breaker: new ConsecutiveBreaker(SILENT_CALLS),
    halfOpenAfter: restMs,
  });
  return (call) =>
    policy.execute(call).catch((error) => {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ProviderSilent("Stripe has not answered lately and is not asked for a while");
    });
}

/** A missing right and a stored failure count as answers. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof ProviderUnavailable && !(error instanceof Forbidden) && !(error instanceof KeptFailure)
  );
}

type Page = { limit: number; starting_after?: string };

/** Returns all objects of a Stripe list, oldest first; empty if the parent object is unknown. */
export async function listAll<Thing extends { id: string }>(
  { ask }: Connection,
  list: (stripe: Stripe, page: Page, options: Stripe.RequestOptions) => Promise<Stripe.ApiList<Thing>>,
): Promise<Thing[]> {
  const all: Thing[] = [];
  for (;;) {
    const last = all.at(-1);
    const from: Page = { limit: 100, ...(last && { starting_after: last.id }) };
    const page = await ask((stripe, options) => list(stripe, from, options)).catch(nullIfMissing);
    all.push(...(page?.data ?? []));
    if (!page?.has_more) return all.reverse();
  }
}

/** The parts of an SDK error that are used here. */
export type StripeRefusal = {
  type: string;
  message: string;
  statusCode?: number;
  code?: string;
  param?: string;
  requestId?: string;
  headers?: Record<string, string>;
};

/** Retry now, give up for now, or accept the refusal. */
type Verdict = "again" | "unavailable" | "refused";

function asRefusal(error: unknown): StripeRefusal | null {
  const isStripes = error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");
  return isStripes ? (error as unknown as StripeRefusal) : null;
}

/**
 * Time-outs, dropped connections, 409, 429 and 5xx are temporary. A stored answer (`idempotent-replayed`) and a missing
 * right are not.
 */
function judge({ type, statusCode, headers }: StripeRefusal): Verdict {
  if (type === "StripeConnectionError") return "again";
  if (type === "StripeAPIError" && statusCode === undefined) return "again"; // the body was not JSON
  if (statusCode === undefined) return "refused";
  if (statusCode === 401 || statusCode === 403) return "unavailable";
  if (statusCode === 409 || statusCode === 429) return "again";
  if (statusCode < 500) return "refused";
  return headers?.["idempotent-replayed"] === "true" ? "unavailable" : "again";
}

/** Whether the object doesn't exist or can't be changed any more. */
export function isMissing({ code, statusCode }: StripeRefusal): boolean {
  return code === "resource_missing" || statusCode === 404;
}

/** Formats Stripe's answer for the log, without keys or customer data. */
function inShort({ type, statusCode, code, param, requestId }: StripeRefusal): string {
  return [type, statusCode, code, param, requestId].filter((part) => part !== undefined).join(", ");
}
