import { and, desc, eq } from "drizzle-orm";
import { invitations, users } from "~/db/schema/accounts";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { readStaffRoles } from "~/platform/auth/actor.server";
import { parseRole, rolesBelow, type StaffRole } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { INVITATION_DAYS, type InvitationRow, invitationState } from "./invitation";
import {
  findNominee,
  type GrantOutcome,
  grantRole,
  isOpenInvitation,
  lockRoles,
  wrongEmail,
} from "./roles.server";

type Invite = { email: string; role: StaffRole; hands_over: boolean };
type InviteOutcome = { ok: true; user_id: null } | Extract<GrantOutcome, { ok: false }>;

/**
 * Gives an account a role, or invites somebody to it by email: who has no account, and whoever is to become owner. An owner who
 * hands over becomes manager when the invitation is accepted.
 */
export async function giveRole(ctx: StaffCtx, form: Invite): Promise<GrantOutcome | InviteOutcome> {
  const { role, email } = form;
  if (role !== "owner") {
    const granted = await grantRole(ctx, { email, role });
    if (granted.ok || granted.reason !== "no account") return granted;
  }
  return ctx.db.transaction((tx) => invite(tx, ctx, form));
}

/** Replaces the invitation to this email that is open, if any. The email goes out after the commit. */
async function invite(tx: Database, ctx: StaffCtx, form: Invite): Promise<InviteOutcome> {
  const { email, role, hands_over } = form;
  const found = await findNominee(tx, ctx, { email, role });
  if (!found.ok) return found;
  const { user, mine } = found;
  if (!user && role === "owner")
    return wrongEmail("Only somebody with an account can become owner. Give them another role first.");
  const open = and(eq(invitations.email, email), isOpenInvitation);
  const replaced = await tx.select({ role: invitations.role }).from(invitations).where(open);
  if (replaced.some((one) => !mine.includes(parseRole(one.role) as StaffRole)))
    return wrongEmail("An owner has already invited this person");
  await tx.update(invitations).set({ revoked_at: ctx.now }).where(open);
  const [made] = await tx
    .insert(invitations)
    .values({
      email,
      role,
      hands_over,
      invited_by: ctx.actor.id,
      created_at: ctx.now,
      expires_at: ctx.now.add({ hours: 24 * INVITATION_DAYS }),
    })
    .returning({ id: invitations.id });
  if (!made) throw new Error("The invitation was not stored");
  await recordAudit(tx, ctx, {
    action: "invitation.sent",
    entity: "invitation",
    entity_id: made.id,
    details: { after: { role, hands_over } },
  });
  await ctx.jobs.enqueue(tx, "invitation-mail", { invitation_id: made.id });
  return { ok: true, user_id: null };
}

/**
 * Sends an invitation again, as the actor's: with a new link and new 7 days. The old link ends. Hands over only if the actor
 * is the one who offered it. Returns null if it is no longer open or not the actor's to give.
 */
export async function resendInvitation(ctx: StaffCtx, { id }: { id: string }): Promise<InviteOutcome | null> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockOpen(tx, ctx, id);
    if (!found) return null;
    const hands_over = found.hands_over && found.invited_by === ctx.actor.id;
    return invite(tx, ctx, { email: found.email, role: found.role, hands_over });
  });
}

/** Ends an invitation. Returns false if it is no longer open or not the actor's to give. */
export async function withdrawInvitation(ctx: StaffCtx, { id }: { id: string }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockOpen(tx, ctx, id);
    if (!found) return false;
    await tx.update(invitations).set({ revoked_at: ctx.now }).where(eq(invitations.id, id));
    await recordAudit(tx, ctx, {
      action: "invitation.withdrawn",
      entity: "invitation",
      entity_id: id,
      details: { before: { role: found.role } },
    });
    return true;
  });
}

/** The open invitation with this id, if its role is one that the actor may give now. Blocks other changes until commit. */
async function lockOpen(tx: Database, { actor }: StaffCtx, id: string) {
  if (!isUuid(id)) return null;
  await lockRoles(tx);
  const mine = rolesBelow((await readStaffRoles(tx)).get(actor.id) ?? "user");
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), isOpenInvitation))
    .for("update");
  const role = mine.find((one) => one === found?.role);
  return found && role ? { ...found, role } : null;
}

/** Open and expired invitations to roles that the actor may give, the newest first. */
export async function readInvitations(ctx: StaffCtx): Promise<InvitationRow[]> {
  const [{ timezone }, rows] = await Promise.all([
    readCompany(ctx),
    ctx.db
      .select({ invitation: invitations, name: users.name, by: users.email })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.invited_by))
      .where(isOpenInvitation)
      .orderBy(desc(invitations.created_at), desc(invitations.id)),
  ]);
  const mine = rolesBelow(ctx.actor.role);
  return rows.flatMap(({ invitation, name, by }) => {
    const role = mine.find((one) => one === invitation.role);
    if (!role) return [];
    const { id, email, expires_at, hands_over } = invitation;
    const expired = invitationState(invitation, ctx.now) === "expired";
    return [
      { id, email, role, by: name || by, until: formatMoment(expires_at, timezone), expired, hands_over },
    ];
  });
}
