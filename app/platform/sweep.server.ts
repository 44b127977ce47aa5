import type { Ctx } from "./context.server";
import { ProviderSilent } from "./payment-gateway";

/**
 * Does the work of a sweep for one after the other. One that fails is logged with its id, under these words, and holds no
 * other up; those for whose sake a silent provider is not even asked are logged together.
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
