import { sql } from "drizzle-orm";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";

/** Empties the page cache of every process: they all listen for changes of what the public pages show. */
export async function clearCache(ctx: AdminCtx): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`notify public_content`);
    await recordAudit(tx, ctx, { action: "site.cache_cleared", entity: "site", entity_id: "site" });
  });
  return { ok: true };
}
