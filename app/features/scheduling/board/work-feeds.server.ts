import { eq, isNull, type SQL } from "drizzle-orm";
import { work_feeds } from "~/db/schema/background";
import { crews } from "~/db/schema/crews";
import { feedUrl, newFeedToken } from "~/features/booking/manage/feed.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { FeedChange } from "./feed-change";

/** Whose visits a feed holds: those of a crew, or, null, everybody's. */
type Whose = string | null;

const DONE: Record<FeedChange, string> = { create: "created", replace: "replaced", remove: "removed" };

/** The secret address of a crew's calendar feed, or of the office's; null when there is none. */
export async function readWorkFeedUrl({ db, origin }: AdminCtx, crew_id: Whose): Promise<string | null> {
  const [feed] = await db.select({ token: work_feeds.token }).from(work_feeds).where(isOf(crew_id));
  return feed ? feedUrl(origin, feed.token) : null;
}

/**
 * Makes the feed (one that is there stays), gives it a new address, or takes it away: the old address finds nothing from
 * then on. False when there is no such crew.
 */
export function changeWorkFeed(
  ctx: AdminCtx,
  { crew_id, change }: { crew_id: Whose; change: FeedChange },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (crew_id !== null && !(await lockCrew(tx, crew_id))) return false;
    const changed = await WAYS[change](tx, ctx, crew_id);
    if (changed) await recordFeed(tx, ctx, crew_id, change);
    return true;
  });
}

type Way = (tx: Database, ctx: AdminCtx, crew_id: Whose) => Promise<boolean>;

const WAYS: Record<FeedChange, Way> = {
  async create(tx, { now }, crew_id) {
    const made = await tx
      .insert(work_feeds)
      .values({ crew_id, token: newFeedToken(), created_at: now, updated_at: now })
      .onConflictDoNothing({ target: work_feeds.crew_id })
      .returning({ id: work_feeds.id });
    return made.length > 0;
  },
  async replace(tx, { now }, crew_id) {
    const change = { token: newFeedToken(), updated_at: now };
    await tx
      .insert(work_feeds)
      .values({ crew_id, created_at: now, ...change })
      .onConflictDoUpdate({ target: work_feeds.crew_id, set: change });
    return true;
  },
  async remove(tx, _, crew_id) {
    const gone = await tx.delete(work_feeds).where(isOf(crew_id)).returning({ id: work_feeds.id });
    return gone.length > 0;
  },
};

function isOf(crew_id: Whose): SQL {
  return crew_id === null ? isNull(work_feeds.crew_id) : eq(work_feeds.crew_id, crew_id);
}

async function lockCrew(tx: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, id)).for("key share");
  return found.length > 0;
}

function recordFeed(tx: Database, ctx: AdminCtx, crew_id: Whose, change: FeedChange) {
  const [entity, entity_id] = crew_id === null ? ["closure", "office"] : ["crew", crew_id];
  const action = `${crew_id === null ? "schedule" : "crew"}.calendar_${DONE[change]}`;
  return recordAudit(tx, ctx, { action, entity, entity_id });
}
