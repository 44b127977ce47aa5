import type { Ctx } from "~/platform/context.server";
import { ProviderSilent } from "~/platform/outside/payment-gateway";

/**
 * Runs a sweep's work for each item in turn. A failure is logged with the item's id and does not stop the others. Items
 * skipped because a provider's circuit breaker is open are logged together.
 */
export async function sweep<One extends { id: string }>(
  { log }: Pick<Ctx, "log">,
  due: readonly One[],
  work: (one: One) => Promise<unknown>,
  failure: string,
): Promise<void> {
  let put_off = 0;
  for (const one of due) {
    try {
      await work(one);
    } catch (err) {
      if (err instanceof ProviderSilent) put_off += 1;
      else log.error({ err, id: one.id }, failure);
    }
  }
  if (put_off > 0) log.warn({ put_off }, `${failure}: the payment provider does not answer`);
}
