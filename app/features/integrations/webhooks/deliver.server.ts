import { and, eq } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { cleanLine } from "~/lib/text";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { SafeFetch, SafeFetchAnswer } from "~/platform/outside/safe-fetch.server";
import { secretLocation, signatureOf } from "./sign.server";
import { GONE, PAUSED } from "./webhook";

type Delivery = typeof webhook_deliveries.$inferSelect;
type Webhook = typeof webhooks.$inferSelect;
type Change = Partial<Pick<Delivery, "status" | "answer" | "error">>;
type Job = { delivery_id: string; until: number };

const MAX_ERROR_LENGTH = 300;
const SECRET_UNREADABLE = "Its secret was stored under a different APP_SECRET. Create a new one.";

/**
 * Sends a delivery. Any 2xx is success. Throws to be retried; fails for good after `until` tries. A try is counted before it is
 * made, so a crash counts too.
 */
export async function deliver(ctx: Ctx, post: SafeFetch, { delivery_id, until }: Job): Promise<void> {
  const found = await claim(ctx, delivery_id, until);
  if (!found) return;
  const { webhook, delivery } = found;
  const secret = ctx.vault.open(webhook.secret, secretLocation(webhook.id));
  if (secret === null)
    return record(ctx, delivery, { status: "failed", answer: null, error: SECRET_UNREADABLE });
  const result = await send(ctx, post, webhook, delivery, secret);
  if (result.status === "sent") return record(ctx, delivery, { ...result, error: null });
  const gone = result.answer === GONE;
  const isFinal = gone || delivery.attempts >= until;
  await record(ctx, delivery, { ...result, status: isFinal ? "failed" : "queued" });
  if (gone) await pauseGone(ctx, webhook);
  if (!isFinal) throw new Error(`Webhook delivery ${delivery.id} is tried again.`);
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
    const isLastTry = delivery.attempts >= until;
    const refused = isLastTry || !webhook.is_active;
    const change = refused
      ? {
          status: "failed" as const,
          error: isLastTry ? (delivery.error ?? "The request never finished.") : PAUSED,
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
  { url }: Webhook,
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
    return { status: sent ? "sent" : "queued", answer: answer.status, error: responseText(answer) };
  } catch (error) {
    return { status: "queued", answer: null, error: (error as Error).message.slice(0, MAX_ERROR_LENGTH) };
  }
}

/** Start of the response as one line. */
function responseText({ status, text }: SafeFetchAnswer): string {
  const line = cleanLine(text).slice(0, MAX_ERROR_LENGTH).toWellFormed();
  if (status >= 300 && status < 400) return "It responded with a redirect, which isn't followed.";
  return line || "The response was empty.";
}

async function record({ db, now }: Ctx, { id }: Delivery, change: Change): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ ...change, updated_at: now, ...(change.status === "sent" && { sent_at: now }) })
    .where(and(eq(webhook_deliveries.id, id), eq(webhook_deliveries.status, "queued")));
}

/** Pauses a webhook that answered 410 Gone. */
function pauseGone(ctx: Ctx, { id }: Webhook): Promise<void> {
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
