/** What counts of an error of Stripe's SDK. */
export type StripeRefusal = {
  type: string;
  message: string;
  statusCode?: number;
  code?: string;
  param?: string;
  requestId?: string;
  headers?: Record<string, string>;
};

/** What to make of it: ask again in a moment, give up for now, or believe it. */
export type Verdict = "again" | "unavailable" | "refused";

export function asRefusal(error: unknown): StripeRefusal | null {
  const isStripes = error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");
  return isStripes ? (error as unknown as StripeRefusal) : null;
}

/**
 * Time-outs, dropped connections, 409, 429 and 5xx pass. An answer that Stripe has kept for this key (`idempotent-replayed`)
 * does not, and neither does a key that is not allowed.
 */
export function judge({ type, statusCode, headers }: StripeRefusal): Verdict {
  if (type === "StripeConnectionError") return "again";
  if (type === "StripeAPIError" && statusCode === undefined) return "again"; // what came was no JSON
  if (statusCode === undefined) return "refused";
  if (statusCode === 401 || statusCode === 403) return "unavailable";
  if (statusCode === 409 || statusCode === 429) return "again";
  if (statusCode < 500) return "refused";
  return headers?.["idempotent-replayed"] === "true" ? "unavailable" : "again";
}

/** Whether there is no such thing, or none that can still be changed. */
export function isMissing({ code, statusCode }: StripeRefusal): boolean {
  return code === "resource_missing" || statusCode === 404;
}

/** For the log: what Stripe answered, without what a key or a customer could be known by. */
export function inShort({ type, statusCode, code, param, requestId }: StripeRefusal): string {
  return [type, statusCode, code, param, requestId].filter((part) => part !== undefined).join(", ");
}
