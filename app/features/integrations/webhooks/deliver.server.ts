import { and, eq } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { cleanLine } from "~/lib/text";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { SafeFetch, SafeFetchAnswer } from "~/platform/safe-fetch.server";
import { placeOf, signatureOf } from "./sign.server";
import { GONE, PAUSED } from "./webhook";

type Delivery = typeof webhook_deliveries.$inferSelect;
type Hook = typeof webhooks.$inferSelect;
type Change = Partial<Pick<Delivery, "status" | "answer" | "error">>;
type Job = { delivery_id: string; until: number };

const MAX_WORDS = 300;
const NOT_OPENED = "Its secret was stored under a different APP_SECRET. Create a new one.";

/**
 * Sends a delivery. Any 2xx is success. Throws to be retried; fails for good after `until` tries. A try is counted before it is
 * made, so a crash counts too.
 */
export async function deliver(ctx: Ctx, post: SafeFetch, { delivery_id, until }: Job): Promise<void> {
  const found = await claim(ctx, delivery_id, until);
  if (!found) return;
  const { webhook, delivery } = found;
  const secret = ctx.vault.open(webhook.secret, placeOf(webhook.id));
  if (secret === null) return note(ctx, delivery, { status: "failed", answer: null, error: NOT_OPENED });
  const result = await send(ctx, post, webhook, delivery, secret);
  if (result.status === "sent") return note(ctx, delivery, { ...result, error: null });
  const gone = result.answer === GONE;
  const over = gone || delivery.attempts >= until;
  await note(ctx, delivery, { ...result, status: over ? "failed" : "queued" });
  if (gone) await pauseGone(ctx, webhook);
  if (!over) throw new Error(`Webhook delivery ${delivery.id} is tried again.`);
}

/** Counts the try. Null if there is nothing to send. */
function claim(ctx: Ctx, id: string, until: number) {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ delivery: webhook_deliveries, webhook: webhooks })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
      .where(and(eq(webhook_deliveries.id, id), eq(webhook_deliveries.status, "queued")))
      .for("update", { of: webhook_deliveries });
    if (!row) return null;
    const { webhook, delivery } = row;
    const late = delivery.attempts >= until;
    const refused = late || !webhook.is_active;
    const change = refused
      ? {
          status: "failed" as const,
          error: late ? (delivery.error ?? "The request never finished.") : PAUSED,
        }
      : { attempts: delivery.attempts + 1 };
    await tx
      .update(webhook_deliveries)
      .set({ ...change, updated_at: ctx.now })
      .where(eq(webhook_deliveries.id, id));
    return refused ? null : { webhook, delivery: { ...delivery, attempts: delivery.attempts + 1 } };
  });
}

type Result = { status: "sent" | "queued"; answer: number | null; error: string | null };

async function send(
  ctx: Ctx,
  post: SafeFetch,
  { url }: Hook,
  { id, event, created_at, payload }: Delivery,
  secret: string,
): Promise<Result> {
  const body = JSON.stringify({ id, event, created_at: created_at.toString(), data: payload });
  const timestamp = Math.floor(ctx.now.epochMilliseconds / 1000);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "White-Birch-Webhooks/1",
    "Webhook-Id": id,
    "Webhook-Timestamp": String(timestamp),
    "Webhook-Signature": signatureOf(secret, { id, timestamp, body }),
  };
  try {
    const answer = await post(url, { headers, body });
    const sent = answer.status >= 200 && answer.status < 300;
    return { status: sent ? "sent" : "queued", answer: answer.status, error: wordsOf(answer) };
  } catch (error) {
    return { status: "queued", answer: null, error: (error as Error).message.slice(0, MAX_WORDS) };
  }
}

/** Start of the response as one line. */
function wordsOf({ status, text }: SafeFetchAnswer): string {
  const words = cleanLine(text).slice(0, MAX_WORDS).toWellFormed();
  if (status >= 300 && status < 400) return "It responded with a redirect, which isn't followed.";
  return words || "The response was empty.";
}

async function note({ db, now }: Ctx, { id }: Delivery, change: Change): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ ...change, updated_at: now, ...(change.status === "sent" && { sent_at: now }) })
    .where(and(eq(webhook_deliveries.id, id), eq(webhook_deliveries.status, "queued")));
}

/** Pauses a webhook that answered 410 Gone. */
function pauseGone(ctx: Ctx, { id }: Hook): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const paused = await tx
      .update(webhooks)
      .set({ is_active: false, updated_at: ctx.now })
      .where(and(eq(webhooks.id, id), eq(webhooks.is_active, true)))
      .returning({ id: webhooks.id });
    if (paused.length === 0) return;
    const details = { before: { is_active: true }, after: { is_active: false }, reason: "It is gone (410)." };
    await recordAudit(tx, ctx, { action: "webhook.paused", entity: "webhook", entity_id: id, details });
  });
}
