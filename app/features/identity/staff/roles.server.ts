import { eq, sql } from "drizzle-orm";
import { user_roles, users } from "~/db/schema/accounts";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx, Role } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { lockAdministrators, readAdministrators } from "./administrators.server";
import { refusePassword, type WrongField } from "./proof.server";

type NoLonger = { ok: false; reason: "no longer an administrator" };

export type GrantOutcome = { ok: true; user_id: string } | NoLonger | WrongField;

/** Makes the account of this address an administrator's, by a new row of its roles. */
export async function grantAdministrator(
  ctx: AdminCtx,
  auth: RequestAuth,
  { email, password }: { email: string; password: string },
): Promise<GrantOutcome> {
  const refusal = await refusePassword(ctx, auth, password);
  if (refusal) return refusal;
  return ctx.db.transaction(async (tx): Promise<GrantOutcome> => {
    await lockAdministrators(tx);
    const admins = await readAdministrators(tx);
    if (!admins.includes(ctx.actor.id)) return { ok: false, reason: "no longer an administrator" };
    const [user] = await tx
      .select({ id: users.id, verified: users.emailVerified })
      .from(users)
      .where(eq(users.email, email))
      .for("share");
    if (!user) return wrongEmail("No account has this email");
    // Whoever opened it may not be whose address it is.
    if (!user.verified) return wrongEmail("This email is not verified yet");
    if (admins.includes(user.id)) return wrongEmail("This person is already an administrator");
    await addRole(tx, ctx, user.id, "admin");
    return { ok: true, user_id: user.id };
  });
}

export type RevokeOutcome =
  | { ok: true }
  | NoLonger
  | WrongField
  /** `last`: somebody must stay who can get into the office. */
  | { ok: false; reason: "last" | "no administrator" };

/** Takes the office from an administrator, by a new row of their roles. The last one stays. */
export async function revokeAdministrator(
  ctx: AdminCtx,
  auth: RequestAuth,
  { user_id, password }: { user_id: string; password: string },
): Promise<RevokeOutcome> {
  const refusal = await refusePassword(ctx, auth, password);
  if (refusal) return refusal;
  return ctx.db.transaction(async (tx): Promise<RevokeOutcome> => {
    await lockAdministrators(tx);
    const admins = await readAdministrators(tx);
    if (!admins.includes(ctx.actor.id)) return { ok: false, reason: "no longer an administrator" };
    if (!admins.includes(user_id)) return { ok: false, reason: "no administrator" };
    if (admins.length === 1) return { ok: false, reason: "last" };
    await addRole(tx, ctx, user_id, "user");
    return { ok: true };
  });
}

async function addRole(tx: Database, ctx: AdminCtx, user_id: string, role: Role) {
  const newest = sql`(select max(${user_roles.created_at}) from ${user_roles} where ${user_roles.user_id} = ${user_id})`;
  // The newest row rules, so this one must be it, also when a clock was put back.
  const created_at = sql<Temporal.Instant>`greatest(${ctx.now.toString()}::timestamptz, ${newest})`;
  await tx.insert(user_roles).values({ user_id, role, created_at });
  await recordAudit(tx, ctx, {
    action: role === "admin" ? "user.role_granted" : "user.role_revoked",
    entity: "user",
    entity_id: user_id,
    details: { before: { role: role === "admin" ? "user" : "admin" }, after: { role } },
  });
}

function wrongEmail(message: string): WrongField {
  return { ok: false, reason: "wrong", field: "email", message };
}
