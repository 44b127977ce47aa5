/**
 * What goes wrong with the next calls. `before`: nothing was done. `after`: it was done, and only the answer is lost; a
 * 500 is then kept for its idempotency key. `instead`: nothing was done, and the 500 is kept. 403: a restricted key has no
 * right to this call.
 */
export type Trouble = {
  kind: 500 | 503 | 429 | 409 | 403 | "time out" | "drop";
  when?: "before" | "after" | "instead";
  times?: number;
  /** Of calls like "POST /v1/refunds"; of all when left out. */
  of?: string;
};

export function troubles() {
  const waiting: (Trouble & { times: number })[] = [];
  return {
    add: (trouble: Trouble) => void waiting.push({ when: "before", times: 1, ...trouble }),
    clear: () => void waiting.splice(0),
    /** What goes wrong with this call, if anything. */
    take(call: string): Trouble | undefined {
      const index = waiting.findIndex(({ of }) => !of || call.startsWith(of));
      const trouble = waiting[index];
      if (!trouble) return undefined;
      trouble.times -= 1;
      if (trouble.times <= 0) waiting.splice(index, 1);
      return trouble;
    },
  };
}
