import { eq } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { whyNotAgain } from "./list";

export type AgainOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "not possible"; message: string };

/**
 * Queues an email to be sent again. `attempts` is the count when the button was shown: a second press finds it changed and
 * does nothing. An email whose row is locked is being sent already.
 */
export async function sendEmailAgain(
  ctx: StaffCtx,
  { id, attempts }: { id: string; attempts: number },
): Promise<AgainOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<AgainOutcome> => {
    const [email] = await tx
      .select({ status: mails.status, attempts: mails.attempts, envelope: mails.envelope, html: mails.html })
      .from(mails)
      .where(eq(mails.id, id))
      .for("update", { skipLocked: true });
    if (!email) return (await emailExists(tx, id)) ? { ok: true } : { ok: false, reason: "not found" };
    if (email.status === "queued" || email.attempts !== attempts) return { ok: true };
    const message = whyNotAgain(email);
    if (message !== null) return { ok: false, reason: "not possible", message };
    await tx.update(mails).set({ status: "queued", updated_at: ctx.now }).where(eq(mails.id, id));
    await recordAudit(tx, ctx, {
      action: "mail.sent_again",
      entity: "mail",
      entity_id: id,
      details: { before: { status: email.status }, after: { status: "queued" }, attempts },
    });
    await ctx.jobs.enqueue(tx, "send-mail-again", { mail_id: id });
    return { ok: true };
  });
}

async function emailExists(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(mails, eq(mails.id, id))) > 0;
}
