import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { invitations, user_roles, users } from "~/db/schema/accounts";
import { removeWorkAddresses } from "~/features/identity/security/calendar-address.server";
import { recordAudit } from "~/platform/audit.server";
import { readOwners, readStaffRoles } from "~/platform/auth/actor.server";
import { may, type Role, rolesBelow, type StaffRole } from "~/platform/auth/roles";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { nameOfRole } from "./account";

/** `not allowed`: the actor's own role, as it is now, does not include this. `last`: one owner must remain. */
type Refused = { ok: false; reason: "not allowed" | "last" };

export type GrantOutcome =
  | { ok: true; user_id: string }
  | { ok: false; reason: "no account" }
  | Refused
  | WrongField;

/**
 * Gives an account a role by adding a row to its roles, or changes the one that it has. Takes effect with the next request.
 * Nobody gives a role, or changes somebody, of their own rank or above; owners do all. Nobody becomes owner this way: see
 * `giveRole`.
 */
export async function grantRole(
  ctx: StaffCtx,
  { email, role }: { email: string; role: Exclude<StaffRole, "owner"> },
): Promise<GrantOutcome> {
  return ctx.db.transaction(async (tx): Promise<GrantOutcome> => {
    const found = await findNominee(tx, ctx, { email, role });
    if (!found.ok) return found;
    const { user, before, staff } = found;
    if (!user) return { ok: false, reason: "no account" };
    if (isLastOwner(staff, user.id)) return { ok: false, reason: "last" };
    await addRole(tx, ctx, user.id, { before: before ?? "user", after: role });
    return { ok: true, user_id: user.id };
  });
}

/**
 * Who has this email, and their role, if the actor may give them this one. Blocks other role changes until the transaction ends.
 */
export async function findNominee(
  tx: Database,
  { actor }: StaffCtx,
  { email, role }: { email: string; role: StaffRole },
) {
  await lockRoles(tx);
  const staff = await readStaffRoles(tx);
  const mine = rolesBelow(staff.get(actor.id) ?? "user");
  if (!mine.includes(role)) return NOT_ALLOWED;
  const [user] = await tx
    .select({ id: users.id, verified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .for("share");
  // The account may have been opened by somebody else than the owner of the email.
  if (user && !user.verified) return wrongEmail("This email is not verified yet");
  const before = user && staff.get(user.id);
  if (before === role) return wrongEmail(`This person is already ${nameOfRole(role)}`);
  if (before && !mine.includes(before)) return NOT_ALLOWED;
  return { ok: true as const, user, before, staff, mine };
}

export type RevokeOutcome = { ok: true } | Refused | { ok: false; reason: "no role" };

/** Takes an account's role away by adding a row to its roles. The last owner stays. */
export async function revokeRole(ctx: StaffCtx, { user_id }: { user_id: string }): Promise<RevokeOutcome> {
  return ctx.db.transaction(async (tx): Promise<RevokeOutcome> => {
    await lockRoles(tx);
    const staff = await readStaffRoles(tx);
    const before = staff.get(user_id);
    if (!before) return staff.has(ctx.actor.id) ? { ok: false, reason: "no role" } : NOT_ALLOWED;
    const mine = rolesBelow(staff.get(ctx.actor.id) ?? "user");
    const isOwn = user_id === ctx.actor.id;
    if (!isOwn && !mine.includes(before)) return NOT_ALLOWED;
    if (isLastOwner(staff, user_id)) return { ok: false, reason: "last" };
    await addRole(tx, ctx, user_id, { before, after: "user" });
    return { ok: true };
  });
}

const NOT_ALLOWED = { ok: false, reason: "not allowed" } as const;

/** Whether this is the only owner, by the roles of all staff. */
export function isLastOwner(staff: Map<string, StaffRole>, id: string): boolean {
  const owners = [...staff].filter(([, role]) => role === "owner");
  return owners.length === 1 && owners[0]?.[0] === id;
}

type Change = { before: Role; after: Role };

/** Neither accepted nor revoked. It may have expired. */
export const isOpenInvitation = and(isNull(invitations.accepted_at), isNull(invitations.revoked_at));

/**
 * Adds a row to somebody's roles. Ends calendar addresses that the new role may not read, and open invitations to another role.
 * Emails the person and all owners. `why` goes to the audit trail.
 */
export async function addRole(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now" | "jobs">,
  user_id: string,
  { before, after }: Change,
  why: Record<string, unknown> = {},
) {
  const newest = sql`(select max(${user_roles.created_at}) from ${user_roles} where ${user_roles.user_id} = ${user_id})`;
  // The newest row decides. This row must be the newest even if the clock was set back.
  const created_at = sql<Temporal.Instant>`greatest(${ctx.now.toString()}::timestamptz, ${newest})`;
  await tx.insert(user_roles).values({ user_id, role: after, created_at });
  if (!may(after, "schedule.read")) await removeWorkAddresses(tx, user_id);
  const own = tx.select({ email: users.email }).from(users).where(eq(users.id, user_id));
  await tx
    .update(invitations)
    .set({ revoked_at: ctx.now })
    .where(and(inArray(invitations.email, own), isOpenInvitation));
  await recordAudit(tx, ctx, {
    action: after === "user" ? "user.role_revoked" : "user.role_granted",
    entity: "user",
    entity_id: user_id,
    details: { before: { role: before }, after: { role: after }, ...why },
  });
  const change = { about: user_id, before, after, at: ctx.now.toString(), request_id: randomUUID() };
  for (const recipient of new Set([user_id, ...(await readOwners(tx))]))
    await ctx.jobs.enqueue(tx, "role-mail", { user_id: recipient, ...change });
}

export function wrongEmail(message: string): WrongField {
  return { ok: false, reason: "wrong", field: "email", message };
}

type WrongField = { ok: false; reason: "wrong"; field: "email"; message: string };

/** Whether this is the only owner. */
export async function isOnlyOwner(db: Database, id: string): Promise<boolean> {
  return isLastOwner(await readStaffRoles(db), id);
}

/** Blocks other role changes until the transaction ends, so that one owner always remains. */
export function lockRoles(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "administrators");
}
