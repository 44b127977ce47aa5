import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { saved_views } from "~/db/schema/customers";
import { isUuid } from "~/lib/ids";
import { type SavedView, VIEW_NAME_LIMIT, VIEWS_LIMIT } from "~/lib/saved-view";
import { cleanLine } from "~/lib/text";
import type { StaffCtx } from "~/platform/context.server";
import { postgresCode, UNIQUE_VIOLATION } from "~/platform/database/database.server";

type Views = { views: SavedView[]; left: string; left_at: Temporal.Instant | null };

/**
 * The saved views of a list of the person who asks, by name; `left`: how they left the list, "" when it was as it begins, and
 * since when.
 */
export async function readViews(ctx: StaffCtx, list: string): Promise<Views> {
  const { id, name, query, updated_at } = saved_views;
  const rows = await ctx.db
    .select({ id, name, query, updated_at })
    .from(saved_views)
    .where(and(eq(saved_views.user_id, ctx.actor.id), eq(saved_views.list, list)))
    .orderBy(asc(name));
  const views = rows.flatMap(({ id, name, query }) => (name === null ? [] : [{ id, name, search: query }]));
  const last = rows.find(({ name }) => name === null);
  return { views, left: last?.query ?? "", left_at: last?.updated_at ?? null };
}

/** Keeps how somebody left a list; of two tabs, the last. */
export async function rememberList(ctx: StaffCtx, list: string, search: string): Promise<void> {
  const user_id = ctx.actor.id;
  if (search === "") {
    const own = and(eq(saved_views.user_id, user_id), eq(saved_views.list, list));
    await ctx.db.delete(saved_views).where(and(own, isNull(saved_views.name)));
    return;
  }
  const at = { created_at: ctx.now, updated_at: ctx.now };
  await ctx.db
    .insert(saved_views)
    .values({ user_id, list, name: null, query: search, ...at })
    .onConflictDoUpdate({
      target: [saved_views.user_id, saved_views.list, saved_views.name],
      set: { query: search, updated_at: ctx.now },
    });
}

type Refused = { ok: false; reason: "invalid" | "taken" | "too many" | "not found"; message: string };
export type ViewOutcome = { ok: true; view: SavedView } | Refused;

/**
 * Saves a view of a list for the person who asks. Names are unique for a person and list. `search`: its query; "" shows the
 * list as it begins. Views are nobody else's business: the audit trail has no entry of them.
 */
export async function saveView(
  ctx: StaffCtx,
  { list, search, ...typed }: { list: string; name: string; search: string },
): Promise<ViewOutcome> {
  const name = cleanLine(typed.name);
  const problem = problemOf(name);
  if (problem) return problem;
  const user_id = ctx.actor.id;
  const own = and(eq(saved_views.user_id, user_id), eq(saved_views.list, list), isNotNull(saved_views.name));
  return ctx.db.transaction(async (tx): Promise<ViewOutcome> => {
    // two tabs that save at once count one after the other
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for("no key update");
    if ((await tx.$count(saved_views, own)) >= VIEWS_LIMIT) return tooMany;
    const [view] = await tx
      .insert(saved_views)
      .values({ user_id, list, name, query: search, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing()
      .returning({ id: saved_views.id });
    return view ? { ok: true, view: { id: view.id, name, search } } : taken(name);
  });
}

/** Gives a view of the person who asks another name. */
export async function renameView(
  ctx: StaffCtx,
  { id, ...typed }: { id: string; name: string },
): Promise<ViewOutcome> {
  const name = cleanLine(typed.name);
  const problem = problemOf(name);
  if (problem) return problem;
  if (!isUuid(id)) return gone;
  try {
    const [view] = await ctx.db
      .update(saved_views)
      .set({ name, updated_at: ctx.now })
      .where(ownView(ctx, id))
      .returning({ query: saved_views.query });
    return view ? { ok: true, view: { id, name, search: view.query } } : gone;
  } catch (err) {
    if (postgresCode(err) === UNIQUE_VIOLATION) return taken(name);
    throw err;
  }
}

/** Deletes a view of the person who asks. Saving it again undoes it. */
export async function deleteView(ctx: StaffCtx, { id }: { id: string }): Promise<ViewOutcome> {
  if (!isUuid(id)) return gone;
  const [view] = await ctx.db
    .delete(saved_views)
    .where(ownView(ctx, id))
    .returning({ name: saved_views.name, query: saved_views.query });
  return view ? { ok: true, view: { id, name: view.name ?? "", search: view.query } } : gone;
}

function ownView(ctx: StaffCtx, id: string) {
  return and(eq(saved_views.id, id), eq(saved_views.user_id, ctx.actor.id), isNotNull(saved_views.name));
}

function problemOf(name: string): Refused | null {
  if (name === "") return { ok: false, reason: "invalid", message: "Name the view." };
  if (name.length <= VIEW_NAME_LIMIT) return null;
  return { ok: false, reason: "invalid", message: `Use at most ${VIEW_NAME_LIMIT} characters.` };
}

const taken = (name: string): Refused => ({
  ok: false,
  reason: "taken",
  message: `You already have a view named ${name}. Choose another name.`,
});

const tooMany: Refused = {
  ok: false,
  reason: "too many",
  message: `You have ${VIEWS_LIMIT} views of this list. Delete one first.`,
};

const gone: Refused = { ok: false, reason: "not found", message: "This view no longer exists." };
