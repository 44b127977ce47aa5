import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { test_checkout_events as events } from "~/db/schema/test-checkout";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Stores an event. A job sends it, signed, to the application. */
export async function emit(tx: Database, ctx: Pick<Ctx, "jobs" | "now">, object_id: string, type: string) {
  const [event] = await tx
    .insert(events)
    .values({ object_id, type, created_at: ctx.now })
    .returning({ id: events.id });
  if (event) await ctx.jobs.enqueue(tx, "test-checkout-event", { event_id: event.id });
}

export const SIGNATURE_HEADER = "Test-Checkout-Signature";

type Delivery = { db: Database; url: string; secret: string; now: Temporal.Instant };

/** Sends an event to the application. Throws unless it is acknowledged, so that the job retries. */
export async function deliverEvent({ db, url, secret, now }: Delivery, eventId: string): Promise<void> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.acknowledged_at)));
  if (!event) return;
  const body = JSON.stringify({ id: event.id, type: event.type, object_id: event.object_id });
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", [SIGNATURE_HEADER]: sign(secret, body, now) },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The event was answered with ${response.status}`);
  await db.update(events).set({ acknowledged_at: now }).where(eq(events.id, eventId));
}

/** Signs a message at `now`: "t=…,v1=…". */
export function sign(secret: string, body: string, now: Temporal.Instant): string {
  const seconds = Math.floor(now.epochMilliseconds / 1000);
  return `t=${seconds},v1=${digestOf(secret, seconds, body)}`;
}

/** Whether the signature is valid and at most five minutes old or ahead. */
export function isSigned(
  secret: string,
  body: string,
  header: string | null,
  now: Temporal.Instant,
): boolean {
  const signature = parseSignature(header);
  if (!signature) return false;
  const age = Math.abs(now.epochMilliseconds / 1000 - signature.seconds);
  const expected = Buffer.from(digestOf(secret, signature.seconds, body));
  return age <= SIGNATURE_TOLERANCE_SECONDS && timingSafeEqual(expected, Buffer.from(signature.digest));
}

function digestOf(secret: string, seconds: number, body: string): string {
  return createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
}

/** Seconds. Older signatures are refused, against replays. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Parses "t=1700000000,v1=abc…"; null if malformed. */
function parseSignature(header: string | null): { seconds: number; digest: string } | null {
  const [, seconds, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  return seconds && digest ? { seconds: Number(seconds), digest } : null;
}
