import { setTimeout as sleep } from "node:timers/promises";
import type { Stripe } from "stripe";
import { ProviderUnavailable } from "~/platform/payment-gateway";
import { asRefusal, inShort, isMissing, judge, type StripeRefusal } from "./refusal";

/** How long Stripe is waited for. A customer may be waiting too. */
export type Patience = { tries: number; firstPauseMs: number; answerMs: number; wholeMs: number };

export const PATIENCE: Patience = { tries: 5, firstPauseMs: 400, answerMs: 8_000, wholeMs: 18_000 };

/** An answer of Stripe's that is final: asking the same again is of no use. */
export class Refused extends Error {
  readonly refusal: StripeRefusal;
  constructor(refusal: StripeRefusal) {
    super(`Stripe refuses: ${inShort(refusal)}`);
    this.refusal = refusal;
  }
}

/** Stripe has kept a failure of its own under this key: it comes back for a day, whatever was done. */
export class KeptFailure extends ProviderUnavailable {}

/** The key may not do this. */
export class Forbidden extends ProviderUnavailable {}

/** For reads: what Stripe doesn't know is null. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Refused && isMissing(error.refusal)) return null;
  throw error;
}

type Call<Answer> = (options: Stripe.RequestOptions) => Promise<Answer>;

/**
 * Asks Stripe, again and again with the same key while it can't answer.
 * @throws Refused when it says no, ProviderUnavailable when it can't be asked
 */
export async function ask<Answer>(patience: Patience, call: Call<Answer>, key?: string): Promise<Answer> {
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
