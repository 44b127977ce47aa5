import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import { accounts, sessions } from "~/db/schema/accounts";
import { readCompany } from "~/features/operations/settings/queries.server";
import { addDays, formatDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import { isOpenSession, usedFrom } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { UserCtx } from "~/platform/context.server";
import { distrustOthers } from "./devices.server";
import { type Device, deviceName } from "./rules";

/** Whether the user has a password. Users from Google or Facebook have none. */
export async function hasPassword(ctx: UserCtx): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, ctx.actor.id),
        eq(accounts.providerId, "credential"),
        isNotNull(accounts.password),
      ),
    );
  return rows.length > 0;
}

/** Lists the user's signed-in devices: this one first, then by last use. */
export async function readDevices(ctx: UserCtx): Promise<Device[]> {
  const [{ timezone }, rows] = await Promise.all([
    readCompany(ctx),
    ctx.db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        place: usedFrom,
        createdAt: sessions.createdAt,
        usedAt: sessions.usedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, ctx.actor.id), isOpenSession(ctx.actor.role)))
      .orderBy(desc(eq(sessions.id, ctx.actor.session_id)), desc(sessions.usedAt), sessions.id),
  ]);
  const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(timezone).toPlainDate().toString();
  const today = dayOf(ctx.now);
  const format = (at: Date) => formatDay(dayOf(Temporal.Instant.fromEpochMilliseconds(at.getTime())), today);
  return rows.map(({ id, userAgent, place, createdAt, usedAt }) => ({
    id,
    name: deviceName(userAgent),
    place,
    signed_in: format(createdAt),
    last_used: format(usedAt),
    is_this: id === ctx.actor.session_id,
  }));
}

/** Ends one of the user's other sessions. It loses access with its next request. */
export function endSession(ctx: UserCtx, { session }: { session: string }): Promise<{ ok: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, session),
          eq(sessions.userId, ctx.actor.id),
          ne(sessions.id, ctx.actor.session_id),
        ),
      )
      .returning({ userAgent: sessions.userAgent });
    const [gone] = ended;
    if (!gone) return { ok: false };
    await recordAudit(tx, ctx, {
      action: "user.session_ended",
      entity: "user",
      entity_id: ctx.actor.id,
      details: { device: deviceName(gone.userAgent) },
    });
    return { ok: true };
  });
}

/** Ends the user's other sessions and the trust in other browsers. They lose access with their next request. */
export async function endOtherSessions(ctx: UserCtx, auth: RequestAuth): Promise<{ ok: boolean }> {
  const outcome = await auth.endOtherSessions();
  if (!outcome.ok) return { ok: false };
  await ctx.db.transaction(async (tx) => {
    await distrustOthers(tx, auth, ctx.actor.id);
    await recordAudit(tx, ctx, {
      action: "user.other_sessions_ended",
      entity: "user",
      entity_id: ctx.actor.id,
    });
  });
  return { ok: true };
}

function formatDay(day: string, today: string): string {
  if (day >= today) return "today";
  return day === addDays(today, -1) ? "yesterday" : `on ${formatDate(day)}`;
}
