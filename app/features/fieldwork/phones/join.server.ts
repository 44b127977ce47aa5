import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { crew_invitations, crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { push_subscriptions } from "~/db/schema/push";
import type { Language } from "~/features/fieldwork/messages/language";
import { deviceName } from "~/features/identity/security/rules";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { SCRYPT } from "~/platform/auth/better-auth.server";
import type { CrewCtx, Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { decideUnlock, invitationState, invitationSubject, UNLOCKED_HOURS, whyNotPin } from "./rules";

export type ReadInvitation =
  | { state: "open"; member_id: string; crew_id: string; name: string; language: Language }
  | { state: "missing" | "used" | "expired" };

/** What the link of an invitation lets in. A wrong key and a member who left read like no link. */
export function readInvitation(ctx: Ctx, link: { invitation: string; key: string }): Promise<ReadInvitation> {
  return findInvitation(ctx.db, ctx, link);
}

type JoinOutcome =
  | { ok: true; secret: string; member_id: string }
  | { ok: false; reason: "missing" | "used" | "expired" | "digits" | "weak" };

/** Lets a phone in with the PIN that its member chose. `secret` is for its cookie, and is stored nowhere readable. */
export async function joinPhone(
  ctx: Ctx,
  { pin, ...link }: { invitation: string; key: string; pin: string },
): Promise<JoinOutcome> {
  const wrong = whyNotPin(pin);
  if (wrong) return { ok: false, reason: wrong };
  const pin_hash = await SCRYPT.hash(pin);
  return ctx.db.transaction(async (tx): Promise<JoinOutcome> => {
    const found = await findInvitation(tx, ctx, link, { locked: true });
    if (found.state !== "open") return { ok: false, reason: found.state };
    const used = await tx
      .update(crew_invitations)
      .set({ used_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(crew_invitations.id, link.invitation), isNull(crew_invitations.used_at)))
      .returning({ id: crew_invitations.id });
    if (used.length === 0) return { ok: false, reason: "used" };
    const secret = randomBytes(32).toString("base64url");
    const [phone] = await tx
      .insert(crew_phones)
      .values({
        member_id: found.member_id,
        secret_hash: hashOf(secret),
        name: deviceName(ctx.agent ?? null),
        pin_hash,
        unlocked_until: ctx.now.add({ hours: UNLOCKED_HOURS }),
        last_seen_at: ctx.now,
        ...{ created_at: ctx.now, updated_at: ctx.now },
      })
      .returning({ id: crew_phones.id });
    if (!phone) throw new Error("The phone was not stored");
    const actor = {
      kind: "crew",
      member_id: found.member_id,
      crew_id: found.crew_id,
      phone_id: phone.id,
    } as const;
    await recordAudit(
      tx,
      { actor, now: ctx.now },
      {
        action: "crew.phone_joined",
        entity: "crew",
        entity_id: found.crew_id,
        details: { member: found.member_id, phone: phone.id },
      },
    );
    return { ok: true, secret, member_id: found.member_id };
  });
}

type UnlockOutcome = { ok: true } | { ok: false; left: number };

/**
 * Opens a locked phone with its PIN. `left`: how many tries there are before the phone ends; 0: it ended. The office hears of a
 * phone that ends so.
 */
export async function unlockPhone(
  ctx: Pick<Ctx, "db" | "now" | "jobs">,
  { phone_id, pin }: { phone_id: string; pin: string },
): Promise<UnlockOutcome> {
  return ctx.db.transaction(async (tx): Promise<UnlockOutcome> => {
    const [phone] = await tx
      .select()
      .from(crew_phones)
      .where(and(eq(crew_phones.id, phone_id), isNull(crew_phones.ended_at)))
      .for("update");
    if (!phone) return { ok: false, left: 0 };
    const isRight = await SCRYPT.verify({ hash: phone.pin_hash, password: pin });
    const decision = decideUnlock(isRight, phone.pin_misses);
    const misses = phone.pin_misses + 1;
    const change = {
      open: { pin_misses: 0, unlocked_until: ctx.now.add({ hours: UNLOCKED_HOURS }), last_seen_at: ctx.now },
      refuse: { pin_misses: misses },
      end: { pin_misses: misses, ended_at: ctx.now },
    }[decision.do];
    await tx
      .update(crew_phones)
      .set({ ...change, updated_at: ctx.now })
      .where(eq(crew_phones.id, phone_id));
    if (decision.do === "open") return { ok: true };
    if (decision.do === "refuse") return { ok: false, left: decision.left };
    await tx.delete(push_subscriptions).where(eq(push_subscriptions.phone_id, phone_id));
    await recordLockout(tx, ctx, phone);
    return { ok: false, left: 0 };
  });
}

async function recordLockout(
  tx: Database,
  { now, jobs }: Pick<Ctx, "now" | "jobs">,
  { id: phone_id, member_id }: { id: string; member_id: string },
): Promise<void> {
  const [member] = await tx
    .select({ crew_id: crew_members.crew_id })
    .from(crew_members)
    .where(eq(crew_members.id, member_id));
  if (!member) throw new Error("The phone has no member");
  const actor = { kind: "crew", member_id, phone_id, crew_id: member.crew_id } as const;
  await recordAudit(
    tx,
    { actor, now },
    {
      action: "crew.phone_ended",
      entity: "crew",
      entity_id: member.crew_id,
      details: { member: member_id, phone: phone_id, why: "wrong PINs" },
    },
  );
  await jobs.enqueue(tx, "crew-phone-ended-mail", { phone_id });
}

/** Ends a phone because its member signed it out. */
export async function leavePhone(ctx: CrewCtx): Promise<void> {
  const { phone_id, member_id, crew_id } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    const ended = await tx
      .update(crew_phones)
      .set({ ended_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(crew_phones.id, phone_id), isNull(crew_phones.ended_at)))
      .returning({ id: crew_phones.id });
    if (ended.length === 0) return;
    await tx.delete(push_subscriptions).where(eq(push_subscriptions.phone_id, phone_id));
    await recordAudit(tx, ctx, {
      action: "crew.phone_ended",
      entity: "crew",
      entity_id: crew_id,
      details: { member: member_id, phone: phone_id },
    });
  });
}

/** What is stored of a phone's secret. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** `locked`: the member can't be removed before the transaction ends. */
async function findInvitation(
  db: Database,
  { now, links }: Pick<Ctx, "now" | "links">,
  { invitation, key }: { invitation: string; key: string },
  { locked = false } = {},
): Promise<ReadInvitation> {
  if (!isUuid(invitation) || !links.isSigned(invitationSubject(invitation), key)) return { state: "missing" };
  const asked = db
    .select({
      expires_at: crew_invitations.expires_at,
      used_at: crew_invitations.used_at,
      member_id: crew_members.id,
      crew_id: crew_members.crew_id,
      name: crew_members.name,
      language: crew_members.language,
    })
    .from(crew_invitations)
    .innerJoin(crew_members, eq(crew_members.id, crew_invitations.member_id))
    .where(and(eq(crew_invitations.id, invitation), isNull(crew_members.left_at)));
  const [found] = await (locked ? asked.for("share", { of: crew_members }) : asked);
  if (!found) return { state: "missing" };
  const { expires_at, used_at, ...member } = found;
  const state = invitationState({ expires_at, used_at }, now);
  return state === "open" ? { state, ...member } : { state };
}
