import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { decideRequest } from "./subscription";

/**
 * Somebody asks for the newsletter. Whoever has the address is asked first, by mail; what the visitor sees is the same
 * for every address, so that nobody learns who is on the list.
 */
export async function requestNewsletter(ctx: Ctx, { email }: { email: string }): Promise<{ ok: true }> {
  const { db, now } = ctx;
  await db.transaction(async (tx) => {
    const made = await tx
      .insert(newsletter_subscribers)
      .values({ email, created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning({ id: newsletter_subscribers.id });
    const [row] = await tx
      .select()
      .from(newsletter_subscribers)
      .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()))
      .for("update");
    if (!row) return; // erased in the same moment
    const known = made.length > 0 ? null : { status: row.status, asked_at: row.updated_at };
    const { status, mail } = decideRequest(known, now);
    if (!mail) return;
    await tx
      .update(newsletter_subscribers)
      .set({ status, updated_at: now })
      .where(eq(newsletter_subscribers.id, row.id));
    await recordAudit(tx, ctx, {
      action: "newsletter.requested",
      entity: "newsletter_subscriber",
      entity_id: row.id,
    });
    await ctx.jobs.enqueue(tx, "newsletter-mail", { mail, subscriber_id: row.id, request_id: randomUUID() });
  });
  return { ok: true };
}
