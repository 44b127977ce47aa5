import { and, asc, count, desc, eq, gt, inArray, max, ne, sql } from "drizzle-orm";
import { passkeys, sessions, user_roles, users } from "~/db/schema/accounts";
import { calendar_addresses } from "~/db/schema/background";
import { crews } from "~/db/schema/crews";
import { profiles } from "~/db/schema/customers";
import { deviceName } from "~/features/identity/security/rules";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import { readStaffRoles, usedFrom } from "~/platform/auth/actor.server";
import { rolesBelow } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { AccountView, StaffRow } from "./account";

/** Lists the staff by name. Dates are in company time. */
export async function readStaff(ctx: StaffCtx): Promise<StaffRow[]> {
  const [{ timezone }, staff] = await Promise.all([readCompany(ctx), readStaffRoles(ctx.db)]);
  const ids = [...staff.keys()];
  const [found, granted, signedIn] = await Promise.all([
    ctx.db
      .select({ id: users.id, name: users.name, email: users.email, two_factor: users.twoFactorEnabled })
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(asc(users.name), asc(users.id)),
    ctx.db
      .select({ id: user_roles.user_id, at: max(user_roles.created_at) })
      .from(user_roles)
      .where(and(inArray(user_roles.user_id, ids), ne(user_roles.role, "user")))
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
      role: staff.get(one.id) ?? "owner",
      since: since ? dayOf(since, timezone) : "",
      sessions: signedIn.find(({ id }) => id === one.id)?.count ?? 0,
      is_you: one.id === ctx.actor.id,
    };
  });
}

/** Reads an account with its role history and sessions; null if the id is unknown. Dates are in company time. */
export async function readAccount(ctx: StaffCtx, id: string): Promise<AccountView | null> {
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
  const [staff, keys, roles, signedIn, addresses] = await Promise.all([
    readStaffRoles(ctx.db),
    ctx.db.$count(passkeys, eq(passkeys.userId, id)),
    ctx.db
      .select({ id: user_roles.id, role: user_roles.role, created_at: user_roles.created_at })
      .from(user_roles)
      .where(eq(user_roles.user_id, id))
      .orderBy(desc(user_roles.created_at), desc(user_roles.id)),
    ctx.db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        place: usedFrom,
        usedAt: sessions.usedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.usedAt), sessions.id),
    ctx.db
      .select({ address: calendar_addresses, crew: crews.name })
      .from(calendar_addresses)
      .leftJoin(crews, eq(crews.id, calendar_addresses.crew_id))
      .where(eq(calendar_addresses.user_id, id))
      .orderBy(asc(calendar_addresses.created_at), asc(calendar_addresses.id)),
  ]);
  const role = staff.get(id) ?? "user";
  const owners = [...staff.values()].filter((one) => one === "owner");
  const mine = rolesBelow(ctx.actor.role);
  return {
    ...user,
    has_second_factor: user.two_factor || keys > 0,
    role,
    is_last: role === "owner" && owners.length === 1,
    may_become: role === "user" || mine.includes(role) ? mine : [],
    is_you: id === ctx.actor.id,
    roles: roles.map(({ created_at, ...row }) => ({ ...row, on: dayOf(created_at, timezone) })),
    sessions: signedIn.map(({ id: session, userAgent, place, usedAt }) => ({
      id: session,
      name: deviceName(userAgent),
      place,
      last_used: dayOf(Temporal.Instant.fromEpochMilliseconds(usedAt.getTime()), timezone),
      is_this: session === ctx.actor.session_id,
    })),
    addresses: addresses.map(({ address, crew }) => ({
      id: address.id,
      what: crew ?? (address.shows === "own visits" ? "Own visits" : "All crews"),
      made: dayOf(address.created_at, timezone),
      last_read: address.last_read_at && dayOf(address.last_read_at, timezone),
    })),
  };
}

export async function countStaff({ db }: StaffCtx): Promise<number> {
  return (await readStaffRoles(db)).size;
}

function dayOf(moment: Temporal.Instant, timezone: string): string {
  return formatDate(moment.toZonedDateTimeISO(timezone).toPlainDate().toString());
}
