import { and, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { audit_log } from "~/db/schema/audit";
import { files, uploads } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { lockObjects, objectsOf } from "./store-file.server";

/** How long a file stays that no table names: the phone that sent it may have lost its connection in between. */
const UNNAMED = { hours: 7 * 24 };
/** How long content stays that has no row, and a row whose content did not arrive. */
const UNFINISHED = { hours: 24 };
/** How long an upload waits for its next part. */
const ABANDONED = { hours: 2 * 24 };
/** How long all content stays after a restore, a reset, or an export that was taken back: a backup that is restored next may name it. */
const RESTORED = { hours: 14 * 24 };
/** How many at a time. */
const BATCH = 500;

export const REMOVE_OBJECTS = "remove-file-objects";
export const removeObjectsInput = z.object({ objects: z.array(z.string().regex(/^[0-9a-f]{64}$/)) });

/** Deletes files whose rows nobody names any more. Their content goes after the commit, unless another file has the same. */
export async function deleteFiles(tx: Database, { jobs }: Pick<Ctx, "jobs">, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx.delete(files).where(inArray(files.id, ids)).returning();
  const objects = [...new Set(gone.flatMap(objectsOf))];
  if (objects.length > 0) await jobs.enqueue(tx, REMOVE_OBJECTS, { objects });
}

/** Removes content that no file has. Repeating it has no further effect. */
export async function removeObjects(
  ctx: Pick<Ctx, "db" | "files">,
  { objects }: z.output<typeof removeObjectsInput>,
): Promise<void> {
  for (const sha256 of objects) {
    await ctx.db.transaction(async (tx) => {
      await lockObjects(tx, [sha256]);
      const named = await readNamed(tx, [sha256]);
      if (!named.has(sha256)) await ctx.files.remove(sha256);
    });
  }
}

/**
 * Deletes files that no table names, content without a row, abandoned uploads, and what crashes left. Running twice has no
 * further effect. On a site without files, content stays: a backup may be about to be restored.
 */
export async function sweepFiles(ctx: Pick<Ctx, "db" | "files" | "jobs" | "now">): Promise<void> {
  const { db, now } = ctx;
  await db.delete(uploads).where(lt(uploads.updated_at, now.subtract(ABANDONED)));
  while ((await deleteUnnamed(ctx)) === BATCH);
  const before = now.subtract(UNFINISHED);
  await ctx.files.removeDrafts(before);
  if (await mayBeRestored(ctx)) return;
  let old: string[] = [];
  const removeUnnamed = async () => {
    const named = await readNamed(db, old);
    await removeObjects(ctx, { objects: old.filter((sha256) => !named.has(sha256)) });
    old = [];
  };
  for await (const { sha256, stored_at } of ctx.files.list()) {
    if (Temporal.Instant.compare(stored_at, before) < 0) old.push(sha256);
    if (old.length === BATCH) await removeUnnamed();
  }
  await removeUnnamed();
}

/** Whether content without a row may belong to a backup that is going to be restored. */
async function mayBeRestored({ db, now }: Pick<Ctx, "db" | "now">): Promise<boolean> {
  const [file] = await db.select({ id: files.id }).from(files).limit(1);
  if (!file) return true;
  const [replaced] = await db
    .select({ id: audit_log.id })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.entity, "site"),
        eq(audit_log.entity_id, "site"),
        inArray(audit_log.action, ["site.restored", "site.reset", "site.taken_back"]),
        gt(audit_log.at, now.subtract(RESTORED)),
      ),
    )
    .limit(1);
  return replaced !== undefined;
}

/** Deletes one batch of files that no table names; returns their number. */
async function deleteUnnamed(ctx: Pick<Ctx, "db" | "jobs" | "now">): Promise<number> {
  const { db, now } = ctx;
  return db.transaction(async (tx) => {
    const isOver = or(
      lt(files.created_at, now.subtract(UNNAMED)),
      and(eq(files.status, "uploading"), lt(files.created_at, now.subtract(UNFINISHED))),
    );
    const found = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(isOver, ...(await namedNowhere(tx))))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    await deleteFiles(
      tx,
      ctx,
      found.map(({ id }) => id),
    );
    return found.length;
  });
}

/** One condition for each foreign key to `files`. The catalog lists them, so that no new table can be forgotten. */
async function namedNowhere(tx: Database): Promise<SQL[]> {
  const { rows } = await tx.execute<{ place: string; name: string }>(sql`
    select conrelid::regclass::text as place, quote_ident(attname) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'files'::regclass`);
  return rows.map(
    ({ place, name }) =>
      sql`not exists (select from ${sql.raw(place)} as owner where owner.${sql.raw(name)} = ${files.id})`,
  );
}

/** Which of these are the content or the thumbnail of a file. */
async function readNamed(db: Database, objects: string[]): Promise<Set<string>> {
  if (objects.length === 0) return new Set();
  const rows = await db
    .select({ sha256: files.sha256, small_sha256: files.small_sha256 })
    .from(files)
    .where(or(inArray(files.sha256, objects), inArray(files.small_sha256, objects)));
  return new Set(rows.flatMap(objectsOf));
}
