import { ApiError } from "./api-error.ts";

export type Answer = { status: number; body: object };
type Kept = { request: string; answer: Answer };

/** Responses by idempotency key. Like Stripe, it stores them only for requests whose work had begun. */
export function keptAnswers() {
  const kept = new Map<string, Kept>();
  return {
    /** The response that a key has. Throws if the key was used for another request. */
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
    /** Whether a stored failure of the server belongs to this key, which then takes precedence over any other trouble. */
    hasFailed: (key: string | undefined) => (kept.get(key ?? "")?.answer.status ?? 0) >= 500,
    keep(key: string | undefined, request: string, answer: Answer): void {
      if (key !== undefined) kept.set(key, { request, answer: structuredClone(answer) });
    },
    /** Stripe forgets keys after a day. */
    forget: () => kept.clear(),
  };
}
