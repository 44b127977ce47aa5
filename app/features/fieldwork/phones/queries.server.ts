import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_invitations, crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { push_subscriptions } from "~/db/schema/push";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import { joinUrl } from "./invite.server";
import { invitationState, type MemberPhones, PIN_TRIES } from "./rules";

/** A member of a crew with their phones; null when there is none. */
export async function readMemberPhones(
  ctx: StaffCtx,
  { crew_id, member_id }: { crew_id: string; member_id: string },
): Promise<MemberPhones | null> {
  if (!isUuid(crew_id) || !isUuid(member_id)) return null;
  const [[member], phones, [invitation], settings] = await Promise.all([
    ctx.db
      .select({ member: crew_members, crew: { id: crews.id, name: crews.name } })
      .from(crew_members)
      .innerJoin(crews, eq(crews.id, crew_members.crew_id))
      .where(and(eq(crew_members.id, member_id), eq(crews.id, crew_id), isNull(crew_members.left_at))),
    ctx.db
      .select({ phone: crew_phones, listens: isNotNull(push_subscriptions.phone_id).mapWith(Boolean) })
      .from(crew_phones)
      .leftJoin(push_subscriptions, eq(push_subscriptions.phone_id, crew_phones.id))
      .where(eq(crew_phones.member_id, member_id))
      .orderBy(desc(crew_phones.created_at)),
    ctx.db
      .select()
      .from(crew_invitations)
      .where(and(eq(crew_invitations.member_id, member_id), isNull(crew_invitations.used_at)))
      .orderBy(desc(crew_invitations.created_at))
      .limit(1),
    readSettings(ctx),
  ]);
  if (!member) return null;
  const zone = settings["general.timezone"];
  const { id, name, email, language } = member.member;
  return {
    ...{ id, name, email, language, crew: member.crew },
    phones: phones.map(({ phone, listens }) => ({
      id: phone.id,
      name: phone.name,
      joined: formatMoment(phone.created_at, zone),
      seen: formatMoment(phone.last_seen_at, zone),
      listens,
      ended: phone.ended_at && {
        at: formatMoment(phone.ended_at, zone),
        by_pin: phone.pin_misses >= PIN_TRIES,
        wiped: phone.wiped_at !== null,
      },
    })),
    invitation: invitation
      ? {
          url: joinUrl(ctx, invitation.id),
          qr: await qrOf(joinUrl(ctx, invitation.id)),
          until: formatMoment(invitation.expires_at, zone),
          expired: invitationState(invitation, ctx.now) === "expired",
        }
      : null,
  };
}

async function qrOf(url: string): Promise<string> {
  const { default: qrcode } = await import("qrcode");
  return qrcode.toString(url, { type: "svg", margin: 1 });
}
