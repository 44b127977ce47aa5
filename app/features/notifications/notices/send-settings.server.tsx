import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "~/db/schema/accounts";
import { type StoredSetting, settings_undos } from "~/db/schema/settings";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { emailSetupOf } from "~/features/operations/settings/queries.server";
import { parseSettings } from "~/features/operations/settings/settings";
import { UNDO_HOURS, undoState, undoSubject } from "~/features/operations/settings/undo";
import { formatMoment } from "~/lib/dates";
import type { EmailSetup } from "~/platform/outside/mail.server";

const WORDS = {
  "mail server": {
    heading: "Your mail server was changed",
    text: "All emails of the company go through another mail server or from another address now. We sent this one as before.",
  },
  "contact address": {
    heading: "Your contact address was changed",
    text: "Notices for the office go to another address now, and customers see that one.",
  },
} as const;

/**
 * Tells of a changed mail server, over the old one, or of a changed contact address, to the old one. The link in it undoes the
 * change. Nothing is sent once that is no longer possible.
 */
export const sendSettingsChanged = defineEmail({
  queue: "settings-change-mail",
  input: z.object({ undo_id: z.guid(), user_id: z.guid().optional() }),
  templates: () => import("./emails"),
  async compose(ctx, { undo_id, user_id }) {
    const [undo] = await ctx.db.select().from(settings_undos).where(eq(settings_undos.id, undo_id));
    if (!undo || undoState(undo, ctx.now) !== "open") return;
    const [to, by] = await Promise.all([
      user_id ? emailOf(ctx, user_id) : storedValue(undo.before, "contact_email"),
      undo.changed_by ? emailOf(ctx, undo.changed_by) : undefined,
    ]);
    if (user_id && !to) return;
    const { heading, text } = WORDS[undo.part];
    const key = ctx.links.sign(undoSubject(undo.id));
    return {
      to: to ?? parseSettings([])["general.contact_email"],
      user_id,
      occasion: `settings-change:${undo.id}:${user_id ?? "company"}`,
      subject: `${heading} at ${ctx.company.company_name}`,
      secrets: [key],
      through: undo.part === "mail server" ? setupOf(ctx, undo.before) : undefined,
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={heading}
          text={`${text} If that was planned, there’s nothing to do. Otherwise put it back with the button: it works for ${UNDO_HOURS} hours, needs no login, and signs out the account that made the change.`}
          facts={[
            { label: "When", value: formatMoment(undo.created_at, ctx.company.timezone) },
            ...(by ? [{ label: "Who", value: by }] : []),
          ]}
          action={{
            label: "Put it back",
            url: `${ctx.origin}/undo-settings?${new URLSearchParams({ id: undo.id, key })}`,
          }}
        />
      ),
    };
  },
});

async function emailOf({ db }: EmailCtx, id: string): Promise<string | undefined> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return user?.email;
}

const storedValue = (stored: StoredSetting[], key: string) =>
  stored.find((setting) => setting.key === key)?.value ?? undefined;

/** The mail server that these settings named. A password that no longer opens is left out. */
function setupOf({ vault }: EmailCtx, stored: StoredSetting[]): EmailSetup {
  const rows = stored.flatMap(({ value, ...name }) => (value === null ? [] : [{ ...name, value }]));
  const sealed = storedValue(stored, "smtp_pass");
  return emailSetupOf(parseSettings(rows), sealed ? vault.open(sealed, "email.smtp_pass") : null);
}
