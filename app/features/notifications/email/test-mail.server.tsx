import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { readCompany, readEmailSetup } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { openMailer } from "~/platform/outside/mail.server";
import { serverMessage } from "./office/list";
import { renderEmail, senderOf } from "./render.server";
import { sendEmailOnce } from "./send.server";
import { EmailTemplate, EmailText } from "./template";

export type TestEmailOutcome =
  | { ok: true; to: string }
  /** `words`: the mail server's message, or why it can't be reached. */
  | { ok: false; reason: "no server" }
  | { ok: false; reason: "refused"; words: string };

/** Sends a test email to the administrator, synchronously and through the mail server of the stored settings. */
export async function sendTestEmail(ctx: StaffCtx): Promise<TestEmailOutcome> {
  const [found, company] = await Promise.all([
    readEmailSetup(ctx).catch((error: unknown) => ({ words: wordsOf(error) })),
    readCompany(ctx),
  ]);
  if ("words" in found) return { ok: false, reason: "refused", words: found.words };
  if (!found.server) return { ok: false, reason: "no server" };
  const mailer = openMailer({ ...NOWHERE, setup: async () => found, relays: ctx.smtpRelays });
  const { id, email } = ctx.actor;
  const occasion = `test-mail:${randomUUID()}`;
  const refused = await sendEmailOnce(
    { db: ctx.db, files: ctx.files, now: ctx.now, mailer },
    {
      occasion,
      user_id: id,
      from: senderOf(company),
      to: email,
      subject: `Test email from ${company.company_name}`,
      ...renderEmail(
        <EmailTemplate sender={company} preview="Your email settings work" heading="Your email settings work">
          <EmailText>
            We sent this email through the mail server in your settings. There’s nothing else to do.
          </EmailText>
        </EmailTemplate>,
        { brand: company.brand },
      ),
      attachments: [],
    },
  ).then(
    () => refusalOf(ctx.db, occasion),
    (error: unknown) => wordsOf(error),
  );
  await recordAudit(ctx.db, ctx, {
    action: "settings.test_mail",
    entity: "settings",
    entity_id: "email",
    details: { sent: refused === null },
  });
  return refused === null ? { ok: true, to: email } : { ok: false, reason: "refused", words: refused };
}

/** Recorded error of an email that is not retried. */
async function refusalOf(db: Database, occasion: string): Promise<string | null> {
  const [email] = await db
    .select({ status: mails.status, error: mails.error })
    .from(mails)
    .where(eq(mails.occasion, occasion));
  return email?.status === "failed" ? serverMessage(email.error) : null;
}

const NOWHERE = { smtpUrl: undefined, from: undefined, filesDir: undefined };

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "We couldn’t reach the mail server.";
}
