import { and, asc, count, desc, eq, gt, inArray, max, sql } from "drizzle-orm";
import { sessions, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { deviceName } from "~/features/identity/security/rules";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import type { AccountView, StaffRow } from "./account";
import { readAdministrators } from "./roles.server";

/** Lists the administrators by name. Dates are in company time. */
export async function readStaff(ctx: AdminCtx): Promise<StaffRow[]> {
  const [{ timezone }, ids] = await Promise.all([readCompany(ctx), readAdministrators(ctx.db)]);
  const [found, granted, signedIn] = await Promise.all([
    ctx.db
      .select({ id: users.id, name: users.name, email: users.email, two_factor: users.twoFactorEnabled })
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(asc(users.name), asc(users.id)),
    ctx.db
      .select({ id: user_roles.user_id, at: max(user_roles.created_at) })
      .from(user_roles)
      .where(and(inArray(user_roles.user_id, ids), eq(user_roles.role, "admin")))
      .groupBy(user_roles.user_id),
    ctx.db
      .select({ id: sessions.userId, count: count() })
      .from(sessions)
      .where(and(inArray(sessions.userId, ids), gt(sessions.expiresAt, sql`now()`)))
      .groupBy(sessions.userId),
  ]);
  return found.map((one) => {
    const since = granted.find(({ id }) => id === one.id)?.at;
    return {
      ...one,
      since: since ? dayOf(since, timezone) : "",
      sessions: signedIn.find(({ id }) => id === one.id)?.count ?? 0,
      is_you: one.id === ctx.actor.id,
    };
  });
}

/** Reads an account with its role history and sessions; null if the id is unknown. Dates are in company time. */
export async function readAccount(ctx: AdminCtx, id: string): Promise<AccountView | null> {
  const { timezone } = await readCompany(ctx);
  const [user] = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      email_verified: users.emailVerified,
      two_factor: users.twoFactorEnabled,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  if (!user) return null;
  const [admins, roles, signedIn] = await Promise.all([
    readAdministrators(ctx.db),
    ctx.db
      .select({ id: user_roles.id, role: user_roles.role, created_at: user_roles.created_at })
      .from(user_roles)
      .where(eq(user_roles.user_id, id))
      .orderBy(desc(user_roles.created_at), desc(user_roles.id)),
    ctx.db
      .select({ id: sessions.id, userAgent: sessions.userAgent, updatedAt: sessions.updatedAt })
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.updatedAt), sessions.id),
  ]);
  return {
    ...user,
    is_admin: admins.includes(id),
    is_last: admins.length === 1 && admins[0] === id,
    is_you: id === ctx.actor.id,
    roles: roles.map(({ created_at, ...row }) => ({ ...row, on: dayOf(created_at, timezone) })),
    sessions: signedIn.map(({ id: session, userAgent, updatedAt }) => ({
      id: session,
      name: deviceName(userAgent),
      last_used: dayOf(Temporal.Instant.fromEpochMilliseconds(updatedAt.getTime()), timezone),
      is_this: session === ctx.actor.session_id,
    })),
  };
}

export async function countAdministrators({ db }: AdminCtx): Promise<number> {
  return (await readAdministrators(db)).length;
}

function dayOf(moment: Temporal.Instant, timezone: string): string {
  return formatDate(moment.toZonedDateTimeISO(timezone).toPlainDate().toString());
}
