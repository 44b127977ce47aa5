import { eq, inArray, notInArray } from "drizzle-orm";
import { watched_checks } from "~/db/schema/settings";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readOwners } from "~/platform/auth/actor.server";
import type { Ctx } from "~/platform/context.server";
import type { Report } from "./check";
import type { World } from "./facts/define.server";
import { checkNow } from "./queries.server";
import { compareCheck, type News } from "./rules";

/** Does all checks, and tells the owners what broke since the last time and what is mended. The demo is not watched. */
export async function watchChecks(ctx: Ctx, world: Pick<World, "site" | "clock" | "outside">): Promise<void> {
  if (await isDemo(ctx)) return;
  await recordReport(ctx, await checkNow({ ...ctx, ...world }));
}

/** Keeps what a report of a company's own site found, and queues one email to each owner about what changed. */
export async function recordReport(ctx: Ctx, { checks, ...report }: Report): Promise<void> {
  if (await isDemo(ctx)) return;
  const at = report.at.round("microsecond"); // as the database keeps it: emails of a break are found by it
  await ctx.db.transaction(async (tx) => {
    const rows = await tx.select().from(watched_checks).orderBy(watched_checks.id).for("update");
    const kept = new Map(rows.map((row) => [row.id, row]));
    const changed: Record<News, string[]> = { broken: [], mended: [] };
    for (const check of checks) {
      const compared = compareCheck(kept.get(check.id), check, at);
      if (!compared) continue;
      const { id, title, says, mend = null } = check;
      const row = { title, says, mend, ...compared.after };
      await tx
        .insert(watched_checks)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: watched_checks.id, set: row });
      if (compared.news) changed[compared.news].push(id);
    }
    await tx.delete(watched_checks).where(
      notInArray(
        watched_checks.id,
        checks.map(({ id }) => id),
      ),
    );
    if (changed.broken.length + changed.mended.length === 0) return;
    for (const user_id of await readOwners(tx)) {
      await ctx.jobs.enqueue(tx, "checks-changed-mail", { at: at.toString(), user_id, ...changed });
    }
  });
}

/** How many things stand between a company's own site and the public, as they were checked last; 0 for the demo. */
export async function countBeforePublic(ctx: Ctx): Promise<number> {
  if (await isDemo(ctx)) return 0;
  return ctx.db.$count(watched_checks, inArray(watched_checks.state, ["todo", "broken"]));
}

async function isDemo(ctx: Ctx): Promise<boolean> {
  return (await readSettings(ctx))["site.kind"] === "demo";
}

/** What is broken and was right before, the latest first. */
export async function readBroken({ db }: Pick<Ctx, "db">) {
  const rows = await db.select().from(watched_checks).where(eq(watched_checks.state, "broken"));
  return rows
    .filter(({ was_right }) => was_right)
    .toSorted((one, other) => Temporal.Instant.compare(other.since, one.since));
}
