import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { JobCtx } from "~/platform/runtime.server";
import { type Extension, extendSeries } from "./extend.server";
import { MOST_AT_ONCE } from "./series";

type Wish = Omit<Extension, "id"> & { ids: string[] };

/** Lays more visits of series: of a few at once, of many in jobs. Says what was done. */
export async function layVisits(
  ctx: StaffCtx,
  { ids, ...wish }: Wish,
): Promise<{ title: string; description?: string }> {
  if (ids.length > MOST_AT_ONCE) {
    await ctx.db.transaction(async (tx) => {
      for (const id of ids) await ctx.jobs.enqueue(tx, "extend-series", { id, ...wish });
      const details = { series: ids.length, until: wish.until };
      await recordAudit(tx, ctx, { action: "series.chosen", entity: "list", entity_id: "series", details });
    });
    return {
      title: `The visits of ${ids.length} series are being added`,
      description: "This takes a minute or two. The list shows until when each is scheduled.",
    };
  }
  const sum = { laid: 0, crewless: 0, left: 0 };
  for (const id of ids) {
    const outcome = await extendSeries(ctx, { id, ...wish });
    if (!outcome.ok) continue;
    for (const key of ["laid", "crewless", "left"] as const) sum[key] += outcome[key];
  }
  const parts = [
    sum.crewless > 0 && `${sum.crewless} without a crew, in Needs attention.`,
    sum.left > 0 && `${sum.left} left out.`,
  ].filter(Boolean);
  return {
    title: sum.laid === 1 ? "1 visit added" : `${sum.laid} visits added`,
    ...(parts.length > 0 && { description: parts.join(" ") }),
  };
}

/** The job of one series. */
export async function layInJob(ctx: JobCtx, input: Extension): Promise<void> {
  await extendSeries(ctx, input);
}
