import { and, eq, isNull, sql } from "drizzle-orm";
import { crew_invitations, crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { push_subscriptions } from "~/db/schema/push";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { INVITATION_DAYS, invitationSubject, joinPath } from "./rules";

type OfMember = { crew_id: string; member_id: string };

/**
 * Makes a link that lets one phone of a member in, and ends the member's link of before. It is emailed to a member who has an
 * email address. Null: there is no such member.
 */
export function invitePhone(ctx: StaffCtx, { crew_id, member_id }: OfMember) {
  return ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, { crew_id, member_id });
    if (!member) return null;
    await tx
      .delete(crew_invitations)
      .where(and(eq(crew_invitations.member_id, member_id), isNull(crew_invitations.used_at)));
    const [made] = await tx
      .insert(crew_invitations)
      .values({
        member_id,
        author_id: ctx.actor.id,
        expires_at: ctx.now.add({ hours: 24 * INVITATION_DAYS }),
        ...{ created_at: ctx.now, updated_at: ctx.now },
      })
      .returning({ id: crew_invitations.id });
    if (!made) throw new Error("The invitation was not stored");
    await recordAudit(tx, ctx, {
      action: "crew.phone_invited",
      entity: "crew",
      entity_id: crew_id,
      details: { member: member_id },
    });
    if (member.email) await ctx.jobs.enqueue(tx, "crew-phone-mail", { invitation_id: made.id });
    return { emailed: member.email !== null };
  });
}

/** Ends a phone: it is let in no more, and wipes what it keeps at its next contact. False: no such phone, or ended before. */
export function endPhone(ctx: StaffCtx, { crew_id, member_id, phone_id }: OfMember & { phone_id: string }) {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(phone_id) || !(await lockMember(tx, { crew_id, member_id }))) return false;
    const ended = await tx
      .update(crew_phones)
      .set({ ended_at: ctx.now, updated_at: ctx.now })
      .where(
        and(eq(crew_phones.id, phone_id), eq(crew_phones.member_id, member_id), isNull(crew_phones.ended_at)),
      )
      .returning({ id: crew_phones.id });
    if (ended.length === 0) return false;
    await tx.delete(push_subscriptions).where(eq(push_subscriptions.phone_id, phone_id));
    await tx.execute(sql`select pg_notify('crew_days', ${crew_id})`); // its open stream ends, and it asks again
    await recordAudit(tx, ctx, {
      action: "crew.phone_ended",
      entity: "crew",
      entity_id: crew_id,
      details: { member: member_id, phone: phone_id },
    });
    return true;
  });
}

/** The address that lets a phone in, signed. */
export function joinUrl({ links, origin }: Pick<Ctx, "links" | "origin">, invitationId: string): string {
  return origin + joinPath(invitationId, links.sign(invitationSubject(invitationId)));
}

async function lockMember(tx: Database, { crew_id, member_id }: OfMember) {
  if (!isUuid(crew_id) || !isUuid(member_id)) return undefined;
  const [member] = await tx
    .select({ email: crew_members.email })
    .from(crew_members)
    .where(
      and(eq(crew_members.id, member_id), eq(crew_members.crew_id, crew_id), isNull(crew_members.left_at)),
    )
    .for("update");
  return member;
}
