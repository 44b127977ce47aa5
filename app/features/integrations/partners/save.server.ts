import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { api_keys } from "~/db/schema/partners";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { newKey } from "./recognize.server";

type Missing = { ok: false; reason: "not found" };
type Refused = { ok: false; reason: "refused"; message: string };

/** `key` is returned here only. */
export type AddKeyOutcome = { ok: true; id: string; key: string } | Refused;
export type RenameKeyOutcome = { ok: true } | Missing | Refused;

/** Creates a key for a partner, active at once. */
export function addApiKey(ctx: StaffCtx, { name }: { name: string }): Promise<AddKeyOutcome> {
  return ctx.db.transaction(async (tx): Promise<AddKeyOutcome> => {
    await lockUntilCommit(tx, "api keys");
    if (await isTaken(tx, name)) return taken;
    const id = randomUUID();
    const { key, stored } = newKey();
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx.insert(api_keys).values({ id, name, ...stored, ...timestamps });
    await record(tx, ctx, { action: "added", id, details: { before: null, after: { name } } });
    return { ok: true, id, key };
  });
}

/** Renames a partner, also on its existing bookings. */
export function renameApiKey(
  ctx: StaffCtx,
  { id, name }: { id: string; name: string },
): Promise<RenameKeyOutcome> {
  return ctx.db.transaction(async (tx): Promise<RenameKeyOutcome> => {
    await lockUntilCommit(tx, "api keys");
    const key = await lockKey(tx, id);
    if (!key) return { ok: false, reason: "not found" };
    if (key.name === name) return { ok: true };
    if (!key.revoked_at && (await isTaken(tx, name, id))) return taken;
    await tx.update(api_keys).set({ name, updated_at: ctx.now }).where(eq(api_keys.id, id));
    const details = { before: { name: key.name }, after: { name } };
    await record(tx, ctx, { action: "renamed", id, details });
    return { ok: true };
  });
}

/** Replaces a key and returns the new one, here only. Null if there is no active key. */
export function renewApiKey(ctx: StaffCtx, id: string): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const old = await lockKey(tx, id);
    if (!old || old.revoked_at) return null;
    const { key, stored } = newKey();
    await tx
      .update(api_keys)
      .set({ ...stored, updated_at: ctx.now })
      .where(eq(api_keys.id, id));
    const details = { before: { key_end: old.key_end }, after: { key_end: stored.key_end } };
    await record(tx, ctx, { action: "renewed", id, details });
    return key;
  });
}

/** Revokes a key for good. Its bookings stay. False if there is none. */
export function revokeApiKey(ctx: StaffCtx, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const key = await lockKey(tx, id);
    if (!key || key.revoked_at) return key !== null;
    await tx.update(api_keys).set({ revoked_at: ctx.now, updated_at: ctx.now }).where(eq(api_keys.id, id));
    const details = { before: { name: key.name, is_active: true }, after: { is_active: false } };
    await record(tx, ctx, { action: "revoked", id, details });
    return true;
  });
}

const taken: Refused = { ok: false, reason: "refused", message: "There's already a key with this name." };

async function isTaken(tx: Database, name: string, id?: string): Promise<boolean> {
  const same = and(
    eq(sql`lower(${api_keys.name})`, sql`lower(${name})`),
    isNull(api_keys.revoked_at),
    id ? ne(api_keys.id, id) : undefined,
  );
  return (await tx.$count(api_keys, same)) > 0;
}

async function lockKey(tx: Database, id: string) {
  if (!isUuid(id)) return null;
  const [key] = await tx.select().from(api_keys).where(eq(api_keys.id, id)).for("no key update");
  return key ?? null;
}

type AuditEntry = { action: string; id: string; details: Record<string, unknown> };

function record(tx: Database, ctx: StaffCtx, { action, id, details }: AuditEntry): Promise<void> {
  return recordAudit(tx, ctx, { action: `api_key.${action}`, entity: "api_key", entity_id: id, details });
}
