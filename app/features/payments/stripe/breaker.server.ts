import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { ProviderSilent, ProviderUnavailable } from "~/platform/payment-gateway";
import { Forbidden, KeptFailure } from "./ask.server";

/** Makes a call, unless Stripe was silent too often: then it throws ProviderSilent at once. */
export type Breaker = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** After so many calls in a row without an answer nothing is asked for a while; then one call finds out. */
const SILENT_CALLS = 3;
const REST_MS = 30_000;

/** A circuit breaker around all calls of a process, so that hundreds of them don't wait for a Stripe that hangs. */
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

/** A refusal for want of a right, and a failure that Stripe has kept, are answers. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof ProviderUnavailable && !(error instanceof Forbidden) && !(error instanceof KeptFailure)
  );
}
