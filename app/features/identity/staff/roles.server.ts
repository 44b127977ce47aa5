import { desc, eq, sql } from "drizzle-orm";
import { user_roles, users } from "~/db/schema/accounts";
import { hasPassword } from "~/features/identity/security/security.server";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { AdminCtx, Role } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";

type NoLonger = { ok: false; reason: "no longer an administrator" };

export type GrantOutcome = { ok: true; user_id: string } | NoLonger | WrongField;

/** Makes an account an administrator by adding a row to its roles. */
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
    // The account may have been opened by somebody else than the owner of the email.
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
  /** `last`: one administrator must remain. */
  | { ok: false; reason: "last" | "no administrator" };

/** Revokes the administrator role by adding a row to the account's roles. The last administrator stays. */
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
  // The newest row decides. This row must be the newest even if the clock was set back.
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

type WrongField = { ok: false; reason: "wrong"; field: "password" | "email"; message: string };

/** Checks the acting administrator's password. Returns the error to show, or null if it is right. */
async function refusePassword(
  ctx: AdminCtx,
  auth: RequestAuth,
  password: string,
): Promise<WrongField | null> {
  if ((await auth.checkPassword(password)).ok) return null;
  logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
  const message = (await hasPassword(ctx))
    ? "Incorrect password"
    : "You sign in without a password. Set one first under Password and security";
  return { ok: false, reason: "wrong", field: "password", message };
}

/** Ids of the users whose newest role is `admin`. */
export async function readAdministrators(db: Database): Promise<string[]> {
  const newest = db
    .selectDistinctOn([user_roles.user_id], { user_id: user_roles.user_id, role: user_roles.role })
    .from(user_roles)
    .orderBy(user_roles.user_id, desc(user_roles.created_at), desc(user_roles.id))
    .as("newest");
  const found = await db.select({ id: newest.user_id }).from(newest).where(eq(newest.role, "admin"));
  return found.map((admin) => admin.id);
}

/** Blocks other role changes until the transaction ends, so that one administrator always remains. */
export function lockAdministrators(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "administrators");
}
