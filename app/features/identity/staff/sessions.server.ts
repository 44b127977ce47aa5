import { and, eq, ne } from "drizzle-orm";
import { sessions } from "~/db/schema/accounts";
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
