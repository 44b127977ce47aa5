import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { push_subscriptions } from "~/db/schema/push";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { keyOf, type MemberForm } from "./forms";

type Member = { crew_id: string; id: string };

/** Adds a member; the same id twice adds one, and one who left comes back. False: there is no such crew. */
export function addMember(ctx: StaffCtx, { crew_id, id, ...form }: MemberForm & { crew_id: string }) {
  return ctx.db.transaction(async (tx) => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("key share")
      : [];
    if (!crew) return false;
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const [member] = await tx
      .insert(crew_members)
      .values({ ...dated, id, crew_id, ...stored(form) })
      .onConflictDoUpdate({
        target: crew_members.id,
        set: { left_at: null, updated_at: ctx.now },
        setWhere: and(eq(crew_members.crew_id, crew_id), isNotNull(crew_members.left_at)),
      })
      .returning({ id: crew_members.id });
    if (!member) return true;
    await recordAudit(tx, ctx, {
      action: "crew.member_added",
      entity: "crew",
      entity_id: crew_id,
      details: { before: null, after: { member: member.id } },
    });
    return true;
  });
}

export type UpdateMemberOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed"; message: string };

/** `seen`: the key of the member as staff saw it, to refuse what would undo what somebody else has changed meanwhile. */
export function updateMember(
  ctx: StaffCtx,
  { crew_id, id, seen, ...form }: Omit<MemberForm, "id"> & Member & { seen?: string },
): Promise<UpdateMemberOutcome> {
  return ctx.db.transaction(async (tx): Promise<UpdateMemberOutcome> => {
    if (!isUuid(crew_id) || !isUuid(id)) return { ok: false, reason: "not found" };
    const [before] = await tx.select().from(crew_members).where(ofCrew({ crew_id, id })).for("update");
    if (!before) return { ok: false, reason: "not found" };
    const after = stored(form);
    const now = keyOf(before);
    if (seen !== undefined && seen !== now && keyOf(after) !== now) {
      const theirs = [before.name, before.phone, before.email].filter(Boolean).join(", ");
      const message = `Someone else changed this member while you were editing: ${theirs}. Save again to keep your changes.`;
      return { ok: false, reason: "changed", message };
    }
    await tx
      .update(crew_members)
      .set({ ...after, updated_at: ctx.now })
      .where(eq(crew_members.id, id));
    const changed = (["name", "email", "phone"] as const).filter((field) => before[field] !== after[field]);
    await recordAudit(tx, ctx, {
      action: "crew.member_updated",
      entity: "crew",
      entity_id: crew_id,
      details: { member: id, changed },
    });
    return { ok: true };
  });
}

/**
 * Takes a member out of the crew and ends their phones, which stay ended if the member comes back. Answers who they were; null
 * when there is no such member in this crew.
 */
export function removeMember(ctx: StaffCtx, member: Member): Promise<(MemberForm & { id: string }) | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(member.crew_id) || !isUuid(member.id)) return null;
    const [gone] = await tx
      .update(crew_members)
      .set({ left_at: ctx.now, updated_at: ctx.now })
      .where(ofCrew(member))
      .returning();
    if (!gone) return null;
    const phones = tx
      .select({ id: crew_phones.id })
      .from(crew_phones)
      .where(eq(crew_phones.member_id, gone.id));
    await tx.delete(push_subscriptions).where(inArray(push_subscriptions.phone_id, phones));
    await tx
      .update(crew_phones)
      .set({ ended_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(crew_phones.member_id, gone.id), isNull(crew_phones.ended_at)));
    await recordAudit(tx, ctx, {
      action: "crew.member_removed",
      entity: "crew",
      entity_id: member.crew_id,
      details: { before: { member: member.id }, after: null },
    });
    return { id: gone.id, name: gone.name, email: gone.email ?? "", phone: gone.phone ?? "" };
  });
}

function ofCrew({ crew_id, id }: Member) {
  return and(eq(crew_members.id, id), eq(crew_members.crew_id, crew_id), isNull(crew_members.left_at));
}

function stored({ name, email, phone }: Omit<MemberForm, "id">) {
  return { name, email: email || null, phone: phone || null };
}

/** Sets the language of a member's phone and emails. False: there is no such member in this crew. */
export function setLanguage(ctx: StaffCtx, { language, ...member }: Member & { language: "en" | "es" }) {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(member.crew_id) || !isUuid(member.id)) return false;
    const [changed] = await tx
      .update(crew_members)
      .set({ language, updated_at: ctx.now })
      .where(ofCrew(member))
      .returning({ id: crew_members.id });
    if (!changed) return false;
    await recordAudit(tx, ctx, {
      action: "crew.member_updated",
      entity: "crew",
      entity_id: member.crew_id,
      details: { member: member.id, changed: ["language"] },
    });
    return true;
  });
}
