import { and, eq, lte, ne } from "drizzle-orm";
import { site_redirects, site_text_versions, site_texts } from "~/db/schema/texts";
import { nameOf, type TextKey } from "~/features/content/texts/text";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";

type TextRow = typeof site_texts.$inferSelect;
type PublishCtx = Pick<Ctx, "actor" | "now">;

/** Whether another article has this address; a new one has the number 0. */
export async function isSlugTaken(
  tx: Database,
  slug: string,
  { number }: { number: number | null },
): Promise<boolean> {
  if (!slug || number === null) return false;
  const others = await tx.$count(site_texts, and(eq(site_texts.slug, slug), ne(site_texts.number, number)));
  return others > 0;
}

/**
 * Shows a version of a locked text on the site. An article that gets another address keeps its earlier one, which leads to the
 * article and not to an address: there can be no loop. An address that is in use again leads nowhere else. Repeating has no
 * effect.
 */
export async function goLive(
  tx: Database,
  ctx: PublishCtx,
  text: TextRow,
  { number, slug }: { number: number; slug: string },
): Promise<void> {
  const next = slug || null;
  const isShown = text.published_version === number && text.slug === next && !text.hidden;
  if (isShown && text.publish_at === null) return;
  if (text.slug !== null && text.slug !== next) {
    await tx
      .insert(site_redirects)
      .values({ slug: text.slug, text_id: text.id, created_at: ctx.now })
      .onConflictDoUpdate({ target: site_redirects.slug, set: { text_id: text.id } });
  }
  if (next !== null) await tx.delete(site_redirects).where(eq(site_redirects.slug, next));
  await tx
    .update(site_texts)
    .set({
      slug: next,
      published_version: number,
      published_at: ctx.now,
      planned_version: null,
      publish_at: null,
      hidden: false,
      updated_at: ctx.now,
    })
    .where(eq(site_texts.id, text.id));
  const name = nameOf({ kind: text.kind, number: text.number } as TextKey);
  await recordAudit(tx, ctx, {
    action: "text.published",
    entity: "text",
    entity_id: name,
    details: { version: number },
  });
}

/**
 * Publishes what is due, also what fell due while the site was down. An article whose address somebody else has taken meanwhile
 * keeps the one that it has.
 */
export function publishDue(ctx: Pick<Ctx, "db" | "actor" | "now">): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "site texts");
    const due = await tx
      .select({ text: site_texts, number: site_text_versions.number, fields: site_text_versions.fields })
      .from(site_texts)
      .innerJoin(
        site_text_versions,
        and(
          eq(site_text_versions.text_id, site_texts.id),
          eq(site_text_versions.number, site_texts.planned_version),
        ),
      )
      .where(lte(site_texts.publish_at, ctx.now))
      .orderBy(site_texts.publish_at);
    for (const { text, number, fields } of due) {
      const { slug = "" } = fields;
      const taken = await isSlugTaken(tx, slug, text);
      await goLive(tx, ctx, text, { number, slug: taken ? (text.slug ?? "") : slug });
    }
    return due.length;
  });
}
