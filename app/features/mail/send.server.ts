import { eq, sql } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import type { Database } from "~/platform/database.server";
import type { Mailer, OutgoingMail } from "~/platform/mail.server";

export type Mail = Omit<OutgoingMail, "id"> & {
  /** What the mail is about, say `booking-confirmed:ID`: there is one mail an occasion. */
  occasion: string;
  booking_id: string | null;
};

type Context = { db: Database; mailer: Mailer; now: Temporal.Instant };

/**
 * Sends a mail once, however often its job runs: it is stored first, and one that is out stays out. Throws what the mail
 * server said, after noting it, so that the job tries again.
 */
export async function sendMailOnce({ db, mailer, now }: Context, mail: Mail): Promise<void> {
  const { to, attachments, ...stored } = mail;
  await db
    .insert(mails)
    .values({ ...stored, recipient: to, status: "queued", created_at: now, updated_at: now })
    .onConflictDoNothing();
  const [row] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, updated_at: now })
    .where(sql`${mails.occasion} = ${mail.occasion} and ${mails.status} in ('queued', 'failed')`)
    .returning({ id: mails.id });
  if (!row) return;
  try {
    const status = await mailer.send({ ...mail, id: row.id });
    await db
      .update(mails)
      .set({ status, sent_at: now, error: null, updated_at: now })
      .where(eq(mails.id, row.id));
  } catch (error) {
    await db
      .update(mails)
      .set({ status: "failed", error: String(error), updated_at: now })
      .where(eq(mails.id, row.id));
    throw error;
  }
}
