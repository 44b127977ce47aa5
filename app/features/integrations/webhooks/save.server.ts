import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { and, asc, eq, ne } from "drizzle-orm";
import { webhooks } from "~/db/schema/background";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Renewed, Vault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { isPublicAddress } from "~/platform/outside/public-address.server";
import type { WebhookForm } from "./forms";
import { newSecret, secretLocation } from "./sign.server";
import { hostOf, MAX_WEBHOOKS } from "./webhook";

type Refused =
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "refused"; field: "url" | "events"; message: string };

/** `secret` is returned here only. */
export type AddWebhookOutcome = { ok: true; id: string; secret: string } | Refused;
export type UpdateWebhookOutcome = { ok: true } | Refused;

/** Adds a webhook, active at once. */
export function addWebhook(ctx: StaffCtx, { url, events }: WebhookForm): Promise<AddWebhookOutcome> {
  return ctx.db.transaction(async (tx): Promise<AddWebhookOutcome> => {
    await lockUntilCommit(tx, "webhooks");
    const refused = await refusalOf(tx, { url, events });
    if (refused) return refused;
    if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS)
      return refuse("url", `You already have ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    const id = randomUUID();
    const secret = newSecret();
    const encrypted = ctx.vault.seal(secret, secretLocation(id));
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx.insert(webhooks).values({ id, url, events, secret: encrypted, ...timestamps });
    const details = { before: null, after: { host: hostOf(url), events } };
    await recordAudit(tx, ctx, { action: "webhook.added", entity: "webhook", entity_id: id, details });
    return { ok: true, id, secret };
  });
}

/** Changes the address or events. */
export function updateWebhook(
  ctx: StaffCtx,
  { id, url, events }: WebhookForm & { id: string },
): Promise<UpdateWebhookOutcome> {
  return ctx.db.transaction(async (tx): Promise<UpdateWebhookOutcome> => {
    await lockUntilCommit(tx, "webhooks");
    const before = await lockWebhook(tx, id);
    if (!before) return { ok: false, reason: "not found" };
    const refused = await refusalOf(tx, { url, events }, id);
    if (refused) return refused;
    await tx.update(webhooks).set({ url, events, updated_at: ctx.now }).where(eq(webhooks.id, id));
    const details = {
      before: { host: hostOf(before.url), events: before.events },
      after: { host: hostOf(url), events },
    };
    await recordAudit(tx, ctx, { action: "webhook.updated", entity: "webhook", entity_id: id, details });
    return { ok: true };
  });
}

/** Replaces the secret and returns the new one, here only. Null if there is no such webhook. */
export function renewSecret(ctx: StaffCtx, id: string): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    if (!(await lockWebhook(tx, id))) return null;
    const secret = newSecret();
    const encrypted = ctx.vault.seal(secret, secretLocation(id));
    await tx.update(webhooks).set({ secret: encrypted, updated_at: ctx.now }).where(eq(webhooks.id, id));
    await recordAudit(tx, ctx, { action: "webhook.secret_renewed", entity: "webhook", entity_id: id });
    return secret;
  });
}

/** Seals the secrets of all webhooks anew under the newest APP_SECRET. */
export async function renewWebhooks(tx: Database, vault: Vault): Promise<Renewed> {
  const total = { renewed: 0, unreadable: 0 };
  for (const webhook of await tx.select().from(webhooks).orderBy(asc(webhooks.id)).for("no key update")) {
    const secret = vault.renew(webhook.secret, secretLocation(webhook.id));
    if (secret === null) total.unreadable += 1;
    if (secret === null || secret === webhook.secret) continue;
    await tx.update(webhooks).set({ secret }).where(eq(webhooks.id, webhook.id));
    total.renewed += 1;
  }
  return total;
}

/** Reads the webhook and locks its row until the transaction ends. */
export async function lockWebhook(tx: Database, id: string) {
  if (!isUuid(id)) return null;
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("no key update");
  return webhook ?? null;
}

async function refusalOf(tx: Database, { url, events }: WebhookForm, id?: string): Promise<Refused | null> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isPublicAddress(host)) return refuse("url", "Address must be on the public internet.");
  if (events.length === 0) return refuse("events", "Choose at least one event.");
  const same = and(eq(webhooks.url, url), id ? ne(webhooks.id, id) : undefined);
  if ((await tx.$count(webhooks, same)) > 0)
    return refuse("url", "There's already a webhook with this address.");
  return null;
}

function refuse(field: "url" | "events", message: string) {
  return { ok: false, reason: "refused", field, message } as const;
}

/** Pauses or activates a webhook. False if there is none. Events during a pause are not sent later. */
export function setWebhookActive(
  ctx: StaffCtx,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook || webhook.is_active === active) return webhook !== null;
    await tx.update(webhooks).set({ is_active: active, updated_at: ctx.now }).where(eq(webhooks.id, id));
    await recordAudit(tx, ctx, {
      action: active ? "webhook.resumed" : "webhook.paused",
      entity: "webhook",
      entity_id: id,
      details: { before: { is_active: !active }, after: { is_active: active } },
    });
    return true;
  });
}

/** Deletes a webhook with all its deliveries, also queued ones. False if there is none. */
export function deleteWebhook(ctx: StaffCtx, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook) return false;
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    const details = { before: { host: hostOf(webhook.url), events: webhook.events }, after: null };
    await recordAudit(tx, ctx, { action: "webhook.deleted", entity: "webhook", entity_id: id, details });
    return true;
  });
}
