import { and, eq, inArray, isNotNull, isNull, like, lt, sql } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { FORGET_PENDING_DAYS } from "./rules";

/**
 * Deletes addresses that were never confirmed, and the emails to them. An address that had unsubscribed before stays
 * unsubscribed.
 */
export async function forgetUnconfirmed({ db, now, jobs }: Pick<Ctx, "db" | "now" | "jobs">): Promise<void> {
  const { id, status, unsubscribed_at, updated_at } = newsletter_subscribers;
  const unconfirmed = and(
    eq(status, "pending"),
    lt(updated_at, now.subtract({ hours: 24 * FORGET_PENDING_DAYS })),
  );
  await db.transaction(async (tx) => {
    const deleted = await tx
      .delete(newsletter_subscribers)
      .where(and(unconfirmed, isNull(unsubscribed_at)))
      .returning({ id });
    const unsubscribed = await tx
      .update(newsletter_subscribers)
      .set({ status: "unsubscribed", updated_at: now })
      .where(and(unconfirmed, isNotNull(unsubscribed_at)))
      .returning({ id });
    await deleteEmails(
      tx,
      jobs,
      [...deleted, ...unsubscribed].map((subscriber) => subscriber.id),
    );
  });
}

/** Deletes the newsletter's emails to these subscribers. Their occasions are `newsletter-KIND:SUBSCRIBER:…`. */
export async function deleteEmails(tx: Database, jobs: Ctx["jobs"], subscribers: string[]): Promise<void> {
  if (subscribers.length === 0) return;
  const toSubscribers = inArray(sql`split_part(${mails.occasion}, ':', 2)`, subscribers);
  const deletedEmails = await tx
    .delete(mails)
    .where(and(like(mails.occasion, "newsletter-%"), toSubscribers))
    .returning({ id: mails.id });
  if (deletedEmails.length > 0)
    await jobs.enqueue(tx, "forget-mail-files", { ids: deletedEmails.map(({ id }) => id) });
}
