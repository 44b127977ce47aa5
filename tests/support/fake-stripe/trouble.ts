/**
 * What goes wrong with the next calls. `before`: nothing was done. `after`: it was done and the response is lost; a 500 is
 * then stored for the idempotency key. `instead`: nothing was done, and the 500 is stored. 403: a restricted key may not
 * make this call.
 */
export type Trouble = {
  kind: 500 | 503 | 429 | 409 | 403 | "time out" | "drop";
  when?: "before" | "after" | "instead";
  times?: number;
  /** Only calls like "POST /v1/refunds"; all by default. */
  of?: string;
};

export function troubles() {
  const waiting: (Trouble & { times: number })[] = [];
  return {
    add: (trouble: Trouble) => void waiting.push({ when: "before", times: 1, ...trouble }),
    clear: () => void waiting.splice(0),
    /** The trouble for this call, if any. */
    take(call: string): Trouble | undefined {
      const index = waiting.findIndex(({ of }) => !of || `${call}/`.startsWith(`${of}/`));
      const trouble = waiting[index];
      if (!trouble) return undefined;
      trouble.times -= 1;
      if (trouble.times <= 0) waiting.splice(index, 1);
      return trouble;
    },
  };
}
