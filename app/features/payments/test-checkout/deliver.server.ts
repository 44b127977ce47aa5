import { and, eq, isNull } from "drizzle-orm";
import { test_checkout_events as events } from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database.server";
import { sign } from "./sign.server";

export const SIGNATURE_HEADER = "Test-Checkout-Signature";

type Delivery = { db: Database; url: string; secret: string; now: Temporal.Instant };

/** Sends an event to the application. Throws unless it is acknowledged, so that the job tries again later. */
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
