import { eq } from "drizzle-orm";
import { invitations, users } from "~/db/schema/accounts";
import { joinGuestBookings } from "~/features/booking/join.server";
import { accountOf, signIn } from "~/features/identity/sign-in/sign-in.server";
import { completeAccount, openAccount } from "~/features/identity/sign-in/sign-up.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { readStaffRoles } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import { rolesBelow, type StaffRole } from "~/platform/auth/roles";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { JoinForm } from "./forms";
import { type InvitationPage, invitationState, invitationSubject, parseToken } from "./invitation";
import { addRole, isLastOwner, lockRoles } from "./roles.server";

/** What the holder of a link sees, as the visitor who they are signed in as. */
export async function readInvitation(ctx: Ctx, token: string): Promise<InvitationPage> {
  const id = idOf(ctx, token);
  const [found] = id
    ? await ctx.db
        .select({ invitation: invitations, name: users.name, by: users.email })
        .from(invitations)
        .innerJoin(users, eq(users.id, invitations.invited_by))
        .where(eq(invitations.id, id))
    : [];
  if (!found) return { state: "missing" };
  const { actor, now } = ctx;
  const { invitation, name, by } = found;
  const state = invitationState(invitation, now);
  const isOwn = actor.kind === "user" && actor.email === invitation.email;
  if (state === "accepted") return { state: isOwn && actor.role !== "user" ? "yours" : "accepted" };
  if (state !== "open") return { state };
  const [{ timezone }, staff, account] = await Promise.all([
    readCompany(ctx),
    readStaffRoles(ctx.db),
    accountOf(ctx, invitation.email),
  ]);
  const role = giveable(staff, invitation, account);
  if (!role || (role === "owner" && !account)) return { state: "not allowed" };
  const view = {
    id: invitation.id,
    email: invitation.email,
    role,
    by: name || by,
    until: formatMoment(invitation.expires_at, timezone),
    hands_over: invitation.hands_over,
    signed_in_as: actor.kind === "user" ? actor.email : null,
  };
  if (actor.kind !== "user") return { ...view, state: account ? "log in" : "new account" };
  if (!isOwn) return { ...view, state: "other account" };
  return { ...view, state: actor.email_verified ? "accept" : "unverified" };
}

export type AcceptOutcome =
  | { ok: true }
  /** `changed`: the page says what is wrong with the invitation. `proof`: a new owner must prove who they are. */
  | { ok: false; reason: "changed" | "proof" };

/**
 * Gives the signed-in person the role that they were invited to, if the inviter may still give it. A new owner needs a fresh
 * proof; the owner who hands over becomes manager in the same transaction.
 */
export async function acceptInvitation(ctx: UserCtx, token: string): Promise<AcceptOutcome> {
  const { id, email, email_verified, proved } = ctx.actor;
  return ctx.db.transaction(async (tx): Promise<AcceptOutcome> => {
    const open = await lockInvitation(tx, ctx, token, id);
    if (open?.email !== email || !email_verified) return { ok: false, reason: "changed" };
    if (open.role === "owner" && !proved) return { ok: false, reason: "proof" };
    await accept(tx, ctx, open, id);
    return { ok: true };
  });
}

export type JoinOutcome =
  | { ok: true }
  /** `changed`: the page says what is wrong, or that there is an account now. */
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "weak password"; field: "password"; message: string };

/**
 * Opens an account for the holder of a link, gives it the role, and signs in. The link proves the email. Works while sign-up
 * is closed. Of two at the same time, one gets `changed`.
 */
export async function joinAsInvited(
  ctx: Ctx,
  auth: RequestAuth,
  { token, ...form }: JoinForm & { token: string },
): Promise<JoinOutcome> {
  const found = await readInvitation(ctx, token);
  if (found.state !== "new account") return { ok: false, reason: "changed" };
  const { email } = found;
  const opened = await openAccount(ctx, auth.signUpInvited, { ...form, email });
  if (!opened.ok) return opened.reason === "taken" ? { ok: false, reason: "changed" } : opened;
  const { user_id } = opened;
  const joined = await ctx.db.transaction(async (tx) => {
    const open = await lockInvitation(tx, ctx, token, user_id);
    if (!open || open.role === "owner") {
      await tx.delete(users).where(eq(users.id, user_id));
      return false;
    }
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user_id));
    await completeAccount(tx, ctx, user_id, form);
    await joinGuestBookings(tx, ctx, { id: user_id, email });
    await accept(tx, ctx, open, user_id);
    return true;
  });
  if (!joined) return { ok: false, reason: "changed" };
  await signIn(ctx, auth, { email, password: form.password });
  return { ok: true };
}

type Invitation = typeof invitations.$inferSelect;
type Open = Omit<Invitation, "role"> & { role: StaffRole; before: StaffRole | undefined };

/** The invitation of a token, if this account may accept it now. Blocks other role changes until commit. */
async function lockInvitation(tx: Database, ctx: Ctx, token: string, user_id: string): Promise<Open | null> {
  const id = idOf(ctx, token);
  if (!id) return null;
  await lockRoles(tx);
  const [found] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  if (!found || invitationState(found, ctx.now) !== "open") return null;
  const staff = await readStaffRoles(tx);
  const role = giveable(staff, found, user_id);
  return role && { ...found, role, before: staff.get(user_id) };
}

/** The role, if the inviter may give it now, and may change what the account is; else null. */
function giveable(
  staff: Map<string, StaffRole>,
  { invited_by, role }: Pick<Invitation, "invited_by" | "role">,
  user_id: string | null,
): StaffRole | null {
  const mine = rolesBelow(staff.get(invited_by) ?? "user");
  const before = user_id === null ? undefined : staff.get(user_id);
  if (before && !mine.includes(before)) return null;
  if (user_id !== null && role !== "owner" && isLastOwner(staff, user_id)) return null;
  return mine.find((one) => one === role) ?? null;
}

async function accept(
  tx: Database,
  ctx: Ctx,
  { id, role, before, invited_by, hands_over }: Open,
  by: string,
) {
  await tx.update(invitations).set({ accepted_at: ctx.now }).where(eq(invitations.id, id));
  if (before !== role) await addRole(tx, ctx, by, { before: before ?? "user", after: role }, { invited_by });
  if (hands_over && role === "owner" && invited_by !== by)
    await addRole(tx, ctx, invited_by, { before: "owner", after: "manager" }, { handed_over_to: by });
}

/** The id in a token that this site has signed; null for any other. */
function idOf({ links }: Pick<Ctx, "links">, token: string): string | null {
  const { id, key } = parseToken(token);
  return isUuid(id) && links.isSigned(invitationSubject(id), key) ? id : null;
}
