import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { crew_invitations } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { defineEmail } from "~/features/notifications/email/define.server";
import { formatMoment } from "~/lib/dates";
import { sayIn } from "../messages/language";
import * as m from "../messages/made/messages.js";
import { joinUrl } from "./invite.server";
import { invitationState } from "./rules";

/** Emails a member the link that lets their phone in, in their language, unless it was used or replaced. */
export const sendCrewPhone = defineEmail({
  queue: "crew-phone-mail",
  input: z.object({ invitation_id: z.guid() }),
  templates: () => import("./emails"),
  async compose({ company, ...ctx }, { invitation_id }) {
    const open = and(eq(crew_invitations.id, invitation_id), isNull(crew_invitations.used_at));
    const [found] = await ctx.db
      .select({ invitation: crew_invitations, member: crew_members })
      .from(crew_invitations)
      .innerJoin(crew_members, eq(crew_members.id, crew_invitations.member_id))
      .where(and(open, isNull(crew_members.left_at)));
    if (!found?.member.email || invitationState(found.invitation, ctx.now) !== "open") return;
    const { name, email, language } = found.member;
    const say = sayIn(language);
    const subject = say(m.mail_phone_subject, { company: company.company_name });
    const until = formatMoment(found.invitation.expires_at, company.timezone);
    const url = joinUrl(ctx, invitation_id);
    return {
      occasion: `crew-phone:${invitation_id}`,
      to: email,
      subject,
      secrets: [new URL(url).searchParams.get("key") ?? ""],
      isWanted: async (tx) => (await tx.$count(crew_invitations, open)) > 0,
      template: ({ CrewPhoneEmail }) => (
        <CrewPhoneEmail
          sender={company}
          url={url}
          subject={subject}
          language={language}
          texts={[say(m.mail_greeting, { name }), say(m.mail_phone_text), say(m.mail_phone_until, { until })]}
          button={say(m.mail_phone_button)}
        />
      ),
    };
  },
});
