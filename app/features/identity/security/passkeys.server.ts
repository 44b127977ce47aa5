import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { passkeys } from "~/db/schema/accounts";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { NewPasskey, PasskeyChange } from "./forms";
import { type Proof, refuseProof, type Wrong } from "./two-factor.server";

/** A passkey for its owner. The dates are text in company time; `last_used` is null before the first use. */
export type PasskeyView = { id: string; name: string; added: string; last_used: string | null };

/** What the browser needs for a new passkey. */
export type PasskeyOptions = Extract<
  Awaited<ReturnType<RequestAuth["newPasskeyOptions"]>>,
  { ok: true }
>["value"];

/** Lists the user's passkeys, oldest first. */
export async function readPasskeys(ctx: UserCtx): Promise<PasskeyView[]> {
  const [{ timezone }, rows] = await Promise.all([
    readCompany(ctx),
    ctx.db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        usedAt: passkeys.usedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, ctx.actor.id))
      .orderBy(asc(passkeys.createdAt), passkeys.id),
  ]);
  const format = (at: Date) => {
    const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime());
    return formatDate(moment.toZonedDateTimeISO(timezone).toPlainDate().toString());
  };
  return rows.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name: name ?? "Passkey",
    added: format(createdAt),
    last_used: usedAt && format(usedAt),
  }));
}

/** Starts a new passkey. Requires the proof, because a passkey opens the account alone. */
export async function beginPasskey(
  ctx: UserCtx,
  auth: RequestAuth,
  proof: Proof,
): Promise<{ ok: true; options: PasskeyOptions } | { ok: false } | Wrong> {
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  const outcome = await auth.newPasskeyOptions();
  if (!outcome.ok) return { ok: false };
  const { company_name } = await readCompany(ctx);
  return { ok: true, options: { ...outcome.value, rp: { ...outcome.value.rp, name: company_name } } };
}

/** Stores the passkey that the browser made with the options of `beginPasskey`. They count once, for five minutes. */
export async function addPasskey(
  ctx: UserCtx,
  auth: RequestAuth,
  { name, response }: NewPasskey,
): Promise<{ ok: boolean }> {
  const outcome = await auth.addPasskey({ name: name || "Passkey", response });
  if (!outcome.ok) return { ok: false };
  await ctx.db.transaction((tx) => recordChange(tx, ctx, "added"));
  return { ok: true };
}

/** Removes one of the user's passkeys. Requires the proof. */
export async function removePasskey(
  ctx: UserCtx,
  auth: RequestAuth,
  { passkey, ...proof }: Proof & { passkey: string },
): Promise<{ ok: true } | { ok: false } | Wrong> {
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  return ctx.db.transaction(async (tx) => {
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey), eq(passkeys.userId, ctx.actor.id)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) return { ok: false };
    await recordChange(tx, ctx, "removed");
    return { ok: true };
  });
}

/** Writes to the audit trail and emails the account's owner. */
async function recordChange(tx: Database, ctx: UserCtx, change: PasskeyChange): Promise<void> {
  const user_id = ctx.actor.id;
  await recordAudit(tx, ctx, { action: `user.passkey_${change}`, entity: "user", entity_id: user_id });
  const data = { user_id, change, at: ctx.now.toString(), request_id: randomUUID() };
  await ctx.jobs.enqueue(tx, "passkey-mail", data);
}
