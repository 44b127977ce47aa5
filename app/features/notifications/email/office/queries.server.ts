import { eq } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { bounceOf } from "~/features/notifications/email/bounces.server";
import { withLogo } from "~/features/notifications/email/logo";
import { hideSecrets } from "~/features/notifications/email/send.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import { isEmptied, type OfficeMail, serverMessage, whyNotAgain, withoutLinks } from "./list";

/** Reads an email; null if the id is unknown. */
export async function readOfficeMail(ctx: AdminCtx, id: string): Promise<OfficeMail | null> {
  const [email, { timezone }] = await Promise.all([findEmail(ctx, id), readCompany(ctx)]);
  if (!email) return null;
  const bounced = await bounceOf(ctx, email.recipient);
  return {
    id,
    at: formatMoment(email.created_at, timezone),
    sent_at: email.sent_at && formatMoment(email.sent_at, timezone),
    recipient: email.recipient,
    subject: email.subject,
    status: email.status,
    attempts: email.attempts,
    error: serverMessage(email.error),
    text: hideSecrets(email.text, email.envelope?.secrets ?? []),
    attachments: email.envelope?.attachments.map(({ filename }) => filename) ?? [],
    booking_id: email.booking_id,
    user_id: email.user_id,
    emptied: isEmptied(email),
    why_not_again: bounced ? "The address bounced." : whyNotAgain(email),
    bounced,
  };
}

/** HTML of an email without links and secrets; null if the id is unknown. */
export async function readMailPage(ctx: AdminCtx, id: string): Promise<string | null> {
  const email = await findEmail(ctx, id);
  return email && withLogo(withoutLinks(hideSecrets(email.html, email.envelope?.secrets ?? [])));
}

async function findEmail({ db }: AdminCtx, id: string) {
  if (!isUuid(id)) return null;
  const [email] = await db.select().from(mails).where(eq(mails.id, id));
  return email ?? null;
}
