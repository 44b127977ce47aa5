import { eq } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { bounceOf } from "~/features/notifications/email/bounces.server";
import { withLogo } from "~/features/notifications/email/logo";
import { hideSecrets } from "~/features/notifications/email/send.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import { isEmptied, type OfficeMail, serverWords, whyNotAgain, withoutLinks } from "./list";

/** Everything about one mail; null when there is none with this id. */
export async function readOfficeMail(ctx: AdminCtx, id: string): Promise<OfficeMail | null> {
  const [mail, { timezone }] = await Promise.all([findMail(ctx, id), readCompany(ctx)]);
  if (!mail) return null;
  const bounced = await bounceOf(ctx, mail.recipient);
  return {
    id,
    at: formatMoment(mail.created_at, timezone),
    sent_at: mail.sent_at && formatMoment(mail.sent_at, timezone),
    recipient: mail.recipient,
    subject: mail.subject,
    status: mail.status,
    attempts: mail.attempts,
    error: serverWords(mail.error),
    text: hideSecrets(mail.text, mail.envelope?.secrets ?? []),
    attachments: mail.envelope?.attachments.map(({ filename }) => filename) ?? [],
    booking_id: mail.booking_id,
    user_id: mail.user_id,
    emptied: isEmptied(mail),
    why_not_again: bounced ? "The address bounced." : whyNotAgain(mail),
    bounced,
  };
}

/** How the mail looks, without its links and what only the recipient may read; null when there is none with this id. */
export async function readMailPage(ctx: AdminCtx, id: string): Promise<string | null> {
  const mail = await findMail(ctx, id);
  return mail && withLogo(withoutLinks(hideSecrets(mail.html, mail.envelope?.secrets ?? [])));
}

async function findMail({ db }: AdminCtx, id: string) {
  if (!isUuid(id)) return null;
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail ?? null;
}
