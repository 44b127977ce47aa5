import { Semaphore } from "async-mutex";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Envelope, mails } from "~/db/schema/mail";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Mailer, OutgoingEmail } from "~/platform/outside/mail.server";
import { isBounce } from "./bounce";
import { bounceOf, rememberBounce } from "./bounces.server";
import { whyHeld } from "./hold.server";
import { picturesIn } from "./logo.server";

export type Email = Omit<OutgoingEmail, "id" | "inline"> & {
  /** Reason of the email, such as `booking-confirmed:ID`. One email is sent per occasion. */
  occasion: string;
  /** Account that the email belongs to. Erased with the account. */
  user_id?: string | null;
  /** Values that only the recipient may read, such as the token of a link. Removed from the stored copy after sending. */
  secrets?: string[];
} & About;

export type About =
  /** Checked in the transaction that stores the email, and locks what it is about. */
  | { booking_id?: null; isWanted?: (tx: Database) => Promise<boolean> }
  /** An email about a booking is stored only if it is still wanted, checked with the booking locked until it is stored. */
  | { booking_id: string; isWanted: (tx: Database) => Promise<boolean> };

const isWaiting = inArray(mails.status, ["queued", "failed"]);

/** Number of connections to the mail server. Each send also holds a database connection, and others need some too. */
const connections = new Semaphore(5);

type Context = Pick<Ctx, "db" | "files" | "now"> & { mailer: Mailer };

/**
 * Sends an email once, however often its job runs. Stores it first and locks its row while sending, so that a second run
 * waits and then finds it sent. An email that was deleted meanwhile isn't sent. Records a failure and throws the server's
 * error, so that the job retries. A permanently refused recipient is recorded as bounced without throwing; later emails to
 * that address aren't tried. An email to a customer who was imported waits until the owner lets emails go out (decision 080).
 */
export async function sendEmailOnce({ db, mailer, files, now }: Context, email: Email): Promise<void> {
  const { occasion, booking_id, user_id, isWanted } = email;
  const content = contentOf(email);
  await db.transaction(async (tx) => {
    if (isWanted && !(await isWanted(tx))) return;
    await tx
      .insert(mails)
      .values({
        ...content,
        occasion,
        booking_id,
        user_id,
        status: "queued",
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing({ target: mails.occasion });
  });
  await connections.runExclusive(async () => {
    const failed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select({ id: mails.id })
        .from(mails)
        .where(and(eq(mails.occasion, occasion), isWaiting))
        .for("update");
      return row && deliver(tx, { mailer, files, now }, { ...email, id: row.id });
    });
    if (failed) throw failed.error;
  });
}

/**
 * Sends a stored email again at staff's request. If it was sent before, its Message-ID changes; otherwise the mailbox
 * would discard it as a duplicate.
 */
export async function sendStoredEmail({ db, mailer, files, now }: Context, id: string): Promise<void> {
  await connections.runExclusive(async () => {
    const failed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(mails)
        .where(and(eq(mails.id, id), isWaiting))
        .for("update");
      if (!row?.envelope) return;
      const { recipient, subject, html, text, envelope, sent_at, attempts } = row;
      const email = { ...envelope, to: recipient, subject, html, text, id };
      return deliver(tx, { mailer, files, now }, email, sent_at ? `${id}-${attempts}` : id);
    });
    if (failed) throw failed.error;
  });
}

type Content = Omit<OutgoingEmail, "id" | "inline"> & Pick<Email, "secrets">;

/** Sends an email and records the outcome. Returns an error that is worth a retry. */
async function deliver(
  tx: Database,
  { mailer, files, now }: Omit<Context, "db">,
  { id, ...email }: Content & { id: string },
  number = id,
) {
  const content = contentOf(email);
  const stopped = (await bounceOf({ db: tx }, email.to)) ?? (await whyHeld(tx, email.to, id));
  if (stopped) {
    const change = { ...content, status: "failed", error: stopped, updated_at: now } as const;
    await tx.update(mails).set(change).where(eq(mails.id, id));
    return;
  }
  try {
    const status = await mailer.send({
      ...email,
      inline: await picturesIn({ files }, email.html),
      id: number,
    });
    const copy = status === "sent" ? withoutSecrets(email) : {};
    await record(tx, id, { ...content, ...copy, status, sent_at: now, error: null, updated_at: now });
  } catch (error) {
    await record(tx, id, { ...content, status: "failed", error: String(error), updated_at: now });
    if (!isBounce(error)) return { error };
    await rememberBounce(tx, { address: email.to, error, now });
  }
}

function contentOf({ to, subject, html, text, ...email }: Content) {
  return { recipient: to, subject, html, text, envelope: envelopeOf(email) };
}

function envelopeOf({
  from,
  replyTo,
  headers,
  attachments,
  secrets = [],
}: Omit<Content, "to" | "subject" | "html" | "text">): Envelope {
  return { from, replyTo, headers, attachments, secrets: secrets.filter(Boolean) };
}

/** Content to keep after sending. An email with secrets can't be sent again without them. */
function withoutSecrets({ html, text, secrets = [] }: Content) {
  const known = secrets.filter(Boolean);
  if (known.length === 0) return {};
  return { html: hideSecrets(html, known), text: hideSecrets(text, known), envelope: null };
}

/** Replaces each secret with "…". */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

/** Must be the transaction's only update of the row: a second one would wait for the lock on the booking. */
async function record(tx: Database, id: string, change: Partial<typeof mails.$inferInsert>): Promise<void> {
  const attempts = sql`${mails.attempts} + 1`;
  await tx
    .update(mails)
    .set({ ...change, attempts })
    .where(eq(mails.id, id));
}
