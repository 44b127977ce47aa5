import { and, eq, inArray, sql } from "drizzle-orm";
import { type Envelope, mails } from "~/db/schema/mail";
import type { Database } from "~/platform/database.server";
import type { Mailer, OutgoingEmail } from "~/platform/mail.server";
import { isBounce } from "./bounce";
import { bounceOf, rememberBounce } from "./bounces.server";
import { picturesOf } from "./logo";
import { openTurns } from "./turns";

export type Email = Omit<OutgoingEmail, "id" | "inline"> & {
  /** What the mail is about, say `booking-confirmed:ID`: there is one mail an occasion. */
  occasion: string;
  /** Whose mail it is: it goes when their account goes. */
  user_id?: string | null;
  /** What nobody but the recipient may read, like the token of a link: taken out of the copy once it is sent. */
  secrets?: string[];
} & About;

export type About =
  /** Asked in the transaction that stores the mail: what it is about must not go meanwhile. */
  | { booking_id?: null; isWanted?: (tx: Database) => Promise<boolean> }
  /** A mail about a booking is stored only if it is wanted still, asked with the booking locked until it is stored. */
  | { booking_id: string; isWanted: (tx: Database) => Promise<boolean> };

const isWaiting = inArray(mails.status, ["queued", "failed"]);

/** As many as the connections to a mail server. Each holds one to the database meanwhile, and others need some too. */
const inTurn = openTurns(5);

type Context = { db: Database; mailer: Mailer; now: Temporal.Instant };

/**
 * Sends a mail once, however often its job runs: it is stored first, and one that is out stays out. Its row is locked
 * while it goes out, so that a second run waits and then finds it sent; one that was deleted meanwhile doesn't go. Throws
 * what the mail server said, after noting it, so that the job tries again; where the server refuses the recipient for good
 * it only notes that, and later mails to that address aren't even tried.
 */
export async function sendEmailOnce({ db, mailer, now }: Context, mail: Email): Promise<void> {
  const { occasion, booking_id, user_id, isWanted } = mail;
  const content = contentOf(mail);
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
  await inTurn(async () => {
    const failed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select({ id: mails.id })
        .from(mails)
        .where(and(eq(mails.occasion, occasion), isWaiting))
        .for("update");
      return row && deliver(tx, { mailer, now }, { ...mail, id: row.id });
    });
    if (failed) throw failed.error;
  });
}

/**
 * Sends a mail once more as it is stored, because the office wants it. Whoever has had it gets it under another number,
 * or their mailbox would take it for the same one.
 */
export async function sendStoredEmail({ db, mailer, now }: Context, id: string): Promise<void> {
  await inTurn(async () => {
    const failed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(mails)
        .where(and(eq(mails.id, id), isWaiting))
        .for("update");
      if (!row?.envelope) return;
      const { recipient, subject, html, text, envelope, sent_at, attempts } = row;
      const mail = { ...envelope, to: recipient, subject, html, text, id };
      return deliver(tx, { mailer, now }, mail, sent_at ? `${id}-${attempts}` : id);
    });
    if (failed) throw failed.error;
  });
}

type Letter = Omit<OutgoingEmail, "id" | "inline"> & Pick<Email, "secrets">;

/** Hands the mail over and notes how it went; answers what went wrong and may go well another time. */
async function deliver(
  tx: Database,
  { mailer, now }: Omit<Context, "db">,
  { id, ...mail }: Letter & { id: string },
  number = id,
) {
  const content = contentOf(mail);
  const bounced = await bounceOf({ db: tx }, mail.to);
  if (bounced) {
    const change = { ...content, status: "failed", error: bounced, updated_at: now } as const;
    await tx.update(mails).set(change).where(eq(mails.id, id));
    return;
  }
  try {
    const status = await mailer.send({ ...mail, inline: picturesOf(mail.html), id: number });
    const copy = status === "sent" ? withoutSecrets(mail) : {};
    await note(tx, id, { ...content, ...copy, status, sent_at: now, error: null, updated_at: now });
  } catch (error) {
    await note(tx, id, { ...content, status: "failed", error: String(error), updated_at: now });
    if (!isBounce(error)) return { error };
    await rememberBounce(tx, { address: mail.to, error, now });
  }
}

function contentOf({ to, subject, html, text, ...mail }: Letter) {
  return { recipient: to, subject, html, text, envelope: envelopeOf(mail) };
}

function envelopeOf({
  from,
  replyTo,
  headers,
  attachments,
  secrets = [],
}: Omit<Letter, "to" | "subject" | "html" | "text">): Envelope {
  return { from, replyTo, headers, attachments, secrets: secrets.filter(Boolean) };
}

/** What stays of a mail that is out. Without its secrets it would be of no use once more. */
function withoutSecrets({ html, text, secrets = [] }: Letter) {
  const known = secrets.filter(Boolean);
  if (known.length === 0) return {};
  return { html: hideSecrets(html, known), text: hideSecrets(text, known), envelope: null };
}

/** The text with "…" for each secret. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

/** The only change that the transaction makes to the row: with a second one it would wait for the booking's lock. */
async function note(tx: Database, id: string, change: Partial<typeof mails.$inferInsert>): Promise<void> {
  const attempts = sql`${mails.attempts} + 1`;
  await tx
    .update(mails)
    .set({ ...change, attempts })
    .where(eq(mails.id, id));
}
