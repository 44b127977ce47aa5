import { randomUUID } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { passkeys, sessions, two_factors, users } from "~/db/schema/accounts";
import { distrust } from "~/features/identity/security/devices.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

/**
 * Ends one or all sessions of an account, except the actor's own. They lose access with their next request. Ending all also
 * ends the trust in the account's browsers. Returns the number of ended sessions.
 */
export function endSessions(
  ctx: StaffCtx,
  { user_id, session_id }: { user_id: string; session_id?: string },
): Promise<{ ok: true; ended: number }> {
  return ctx.db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, user_id),
          session_id === undefined ? undefined : eq(sessions.id, session_id),
          ne(sessions.id, ctx.actor.session_id),
        ),
      )
      .returning({ id: sessions.id });
    if (session_id === undefined) await distrust(tx, user_id);
    if (ended.length > 0) {
      await recordAudit(tx, ctx, {
        action: "user.sessions_ended",
        entity: "user",
        entity_id: user_id,
        details: { ended: ended.length },
      });
    }
    return { ok: true as const, ended: ended.length };
  });
}

/**
 * Removes two-factor and all passkeys of a colleague who has lost them, and ends their sessions. The password stays; the account is
 * told by email. Returns false if there was none.
 */
export function resetSecondFactor(ctx: StaffCtx, { user_id }: { user_id: string }): Promise<{ ok: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const on = and(eq(users.id, user_id), eq(users.twoFactorEnabled, true));
    const off = await tx.update(users).set({ twoFactorEnabled: false }).where(on).returning({ id: users.id });
    await tx.delete(two_factors).where(eq(two_factors.userId, user_id));
    const keys = await tx.delete(passkeys).where(eq(passkeys.userId, user_id)).returning({ id: passkeys.id });
    if (off.length + keys.length === 0) return { ok: false };
    await tx.delete(sessions).where(eq(sessions.userId, user_id));
    await recordAudit(tx, ctx, {
      action: "user.second_factor_reset",
      entity: "user",
      entity_id: user_id,
      details: { two_factor: off.length > 0, passkeys: keys.length },
    });
    const data = { user_id, change: "reset", at: ctx.now.toString(), request_id: randomUUID() };
    await ctx.jobs.enqueue(tx, "two-factor-mail", data);
    return { ok: true };
  });
}
