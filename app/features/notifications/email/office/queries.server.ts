import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { mails } from "~/db/schema/mail";
import { bounceOf } from "~/features/notifications/email/bounces.server";
import { withPictures } from "~/features/notifications/email/logo.server";
import { hideSecrets } from "~/features/notifications/email/send.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { isEmptied, type OfficeMail, serverMessage, whyNotAgain, withoutIds, withoutLinks } from "./list";

/** Reads an email; null if the id is unknown. */
export async function readOfficeMail(ctx: StaffCtx, id: string): Promise<OfficeMail | null> {
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
    text: withoutIds(hideSecrets(email.text, email.envelope?.secrets ?? [])),
    attachments: email.envelope?.attachments.map(({ filename }) => filename) ?? [],
    booking: await readBooking(ctx, email.booking_id),
    user_id: email.user_id,
    emptied: isEmptied(email),
    why_not_again: bounced ? "The address bounced." : whyNotAgain(email),
    bounced,
  };
}

/** HTML of an email without links and secrets; null if the id is unknown. */
export async function readMailPage(ctx: StaffCtx, id: string): Promise<string | null> {
  const email = await findEmail(ctx, id);
  return email && withPictures(ctx, withoutLinks(hideSecrets(email.html, email.envelope?.secrets ?? [])));
}

async function readBooking({ db }: StaffCtx, id: string | null): Promise<OfficeMail["booking"]> {
  if (!id) return null;
  const [booking] = await db.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, id));
  return booking ? { id, number: formatNumber(booking.number) } : null;
}

async function findEmail({ db }: StaffCtx, id: string) {
  if (!isUuid(id)) return null;
  const [email] = await db.select().from(mails).where(eq(mails.id, id));
  return email ?? null;
}
