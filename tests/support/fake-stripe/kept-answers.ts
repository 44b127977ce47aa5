import { ApiError } from "./api-error.ts";

export type Answer = { status: number; body: object };
type Kept = { request: string; answer: Answer };

/** What was answered to each idempotency key, as Stripe keeps it: only what had begun to be worked on. */
export function keptAnswers() {
  const kept = new Map<string, Kept>();
  return {
    /** The answer that a key has had already. Throws when it had it for something else. */
    find(key: string | undefined, request: string): Answer | undefined {
      const found = key === undefined ? undefined : kept.get(key);
      if (found && found.request !== request) {
        const type = "idempotency_error";
        const message =
          "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        throw new ApiError(400, { type, message });
      }
      return found?.answer;
    },
    /** Whether a failure of its own is kept for a key: then that comes back, whatever else goes wrong. */
    hasFailed: (key: string | undefined) => (kept.get(key ?? "")?.answer.status ?? 0) >= 500,
    keep(key: string | undefined, request: string, answer: Answer): void {
      if (key !== undefined) kept.set(key, { request, answer: structuredClone(answer) });
    },
    /** After a day Stripe forgets. */
    forget: () => kept.clear(),
  };
}
