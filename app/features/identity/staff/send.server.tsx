import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { invitations, users } from "~/db/schema/accounts";
import { defineEmail } from "~/features/notifications/email/define.server";
import { formatMoment } from "~/lib/dates";
import type { StaffRole } from "~/platform/auth/roles";
import { labelOfRole, ROLE_NOTES } from "./account";
import { invitationPath, invitationState, invitationSubject, invitationToken } from "./invitation";
import { isOpenInvitation } from "./roles.server";

/** Sends an invitation to a role, unless it is no longer open. */
export const sendInvitation = defineEmail({
  queue: "invitation-mail",
  input: z.object({ invitation_id: z.guid() }),
  templates: () => import("./emails"),
  async compose({ db, now, links, origin, company }, { invitation_id }) {
    const ofInvitation = and(eq(invitations.id, invitation_id), isOpenInvitation);
    const [found] = await db
      .select({ invitation: invitations, name: users.name, by: users.email })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.invited_by))
      .where(ofInvitation);
    if (!found || invitationState(found.invitation, now) !== "open") return;
    const { id, email, role, expires_at } = found.invitation;
    const token = invitationToken(id, links.sign(invitationSubject(id)));
    return {
      occasion: `invitation:${id}`,
      to: email,
      subject: `You’re invited to join the team of ${company.company_name}`,
      secrets: [token],
      isWanted: async (tx) => (await tx.$count(invitations, ofInvitation)) > 0,
      template: ({ InvitationEmail }) => (
        <InvitationEmail
          sender={company}
          url={origin + invitationPath(token)}
          by={found.name || found.by}
          role_name={labelOfRole(role)}
          note={ROLE_NOTES[role as StaffRole]}
          until={formatMoment(expires_at, company.timezone)}
        />
      ),
    };
  },
});
