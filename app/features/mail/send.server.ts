import { and, eq, inArray, sql } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import type { Database } from "~/platform/database.server";
import type { Mailer, OutgoingMail } from "~/platform/mail.server";

export type Mail = Omit<OutgoingMail, "id"> & {
  /** What the mail is about, say `booking-confirmed:ID`: there is one mail an occasion. */
  occasion: string;
  booking_id?: string | null;
  /** Whose mail it is: it goes when their account goes. */
  user_id?: string | null;
  /** What nobody but the recipient may read, like the token of a link: taken out of the copy once it is sent. */
  secrets?: string[];
};

const isWaiting = inArray(mails.status, ["queued", "failed"]);

type Context = { db: Database; mailer: Mailer; now: Temporal.Instant };

/**
 * Sends a mail once, however often its job runs: it is stored first, and one that is out stays out. Its row is locked
 * while it goes out, so that a second run waits and then finds it sent. Throws what the mail server said, after noting
 * it, so that the job tries again.
 */
export async function sendMailOnce({ db, mailer, now }: Context, mail: Mail): Promise<void> {
  const { occasion, booking_id, user_id, subject, html, text } = mail;
  const content = { recipient: mail.to, subject, html, text, updated_at: now };
  await db
    .insert(mails)
    .values({ ...content, occasion, booking_id, user_id, status: "queued", created_at: now })
    .onConflictDoUpdate({ target: mails.occasion, set: content, setWhere: isWaiting });
  const failed = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, updated_at: now })
      .where(and(eq(mails.occasion, mail.occasion), isWaiting))
      .returning({ id: mails.id });
    return row && deliver(tx, { mailer, now }, { ...mail, id: row.id });
  });
  if (failed) throw failed.error;
}

/** Hands the mail over and notes how it went; answers what went wrong. */
async function deliver(tx: Database, { mailer, now }: Omit<Context, "db">, mail: Mail & { id: string }) {
  try {
    const status = await mailer.send(mail);
    const copy = status === "sent" ? withoutSecrets(mail) : {};
    await note(tx, mail.id, { ...copy, status, sent_at: now, error: null });
  } catch (error) {
    await note(tx, mail.id, { status: "failed", error: String(error) });
    return { error };
  }
}

function withoutSecrets({ html, text, secrets = [] }: Mail) {
  const hide = (content: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), content);
  return { html: hide(html), text: hide(text) };
}

async function note(tx: Database, id: string, change: Partial<typeof mails.$inferInsert>): Promise<void> {
  await tx.update(mails).set(change).where(eq(mails.id, id));
}
