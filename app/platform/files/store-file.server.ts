import { eq, inArray } from "drizzle-orm";
import { files } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { type Encoded, encodeForPages, encodePicture } from "./encode.server";
import type { PictureFault } from "./picture";
import { StoreDown, StoreFull, sha256Of } from "./store.server";

export type FileRow = typeof files.$inferSelect;
type StoreFault = "store down" | "store full";
export type StoreOutcome = { ok: true; file: FileRow } | { ok: false; reason: PictureFault | StoreFault };

type PagesOutcome =
  | { ok: true; files: (FileRow & { name: string })[] }
  | { ok: false; reason: PictureFault | StoreFault };

/**
 * Keeps a photo and its thumbnail. The row comes first: should the process be killed, the sweep finds it and what was put.
 * A file that no table names within a week is deleted.
 */
export async function storePicture(
  ctx: Pick<Ctx, "db" | "files" | "log" | "now" | "jobs">,
  bytes: Uint8Array,
): Promise<StoreOutcome> {
  const encoded = await encodePicture(bytes);
  return encoded.ok ? storeFile(ctx, { kind: "photo", ...encoded.picture }) : encoded;
}

type Content = Pick<FileRow, "kind" | "media_type"> & { whole: Encoded; small: Encoded };

/** Keeps what was encoded, in the same order. */
export async function storeFile(
  ctx: Pick<Ctx, "db" | "files" | "log" | "now" | "jobs">,
  { kind, media_type, whole, small }: Content,
): Promise<{ ok: true; file: FileRow } | { ok: false; reason: StoreFault }> {
  const file = await ctx.db.transaction((tx) =>
    insertFile(tx, {
      kind,
      status: "uploading",
      media_type,
      sha256: sha256Of(whole.content),
      bytes: whole.content.length,
      width: whole.width,
      height: whole.height,
      small_sha256: sha256Of(small.content),
      small_bytes: small.content.length,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );
  try {
    for (const { content } of [whole, small]) await ctx.files.put(content);
  } catch (err) {
    if (!(err instanceof StoreDown)) throw err;
    ctx.log.error({ err }, "a file could not be stored");
    await ctx.db.delete(files).where(eq(files.id, file.id));
    return { ok: false, reason: err instanceof StoreFull ? "store full" : "store down" };
  }
  await ctx.db.update(files).set({ status: "stored" }).where(eq(files.id, file.id));
  return { ok: true, file: { ...file, status: "stored" } };
}

/** Keeps the files of a picture that pages show, all or none. */
export async function storeForPages(
  ctx: Pick<Ctx, "db" | "files" | "log" | "now">,
  bytes: Uint8Array,
): Promise<PagesOutcome> {
  const encoded = await encodeForPages(bytes);
  if (!encoded.ok) return encoded;
  const { now: created_at, now: updated_at } = ctx;
  const rows = encoded.files.map(({ content, media_type, width, height }) => ({
    ...{ kind: "photo" as const, status: "uploading" as const, media_type, width, height },
    ...{ sha256: sha256Of(content), bytes: content.length, created_at, updated_at },
  }));
  const stored = await ctx.db.transaction(async (tx) => {
    await lockObjects(tx, rows.flatMap(objectsOf));
    return tx.insert(files).values(rows).returning();
  });
  const ids = stored.map(({ id }) => id);
  try {
    for (const { content } of encoded.files) await ctx.files.put(content);
  } catch (err) {
    if (!(err instanceof StoreDown)) throw err;
    ctx.log.error({ err }, "the files of a picture could not be stored");
    await ctx.db.delete(files).where(inArray(files.id, ids));
    return { ok: false, reason: err instanceof StoreFull ? "store full" : "store down" };
  }
  await ctx.db.update(files).set({ status: "stored" }).where(inArray(files.id, ids));
  return {
    ok: true,
    files: stored.map((file, place) => ({ ...file, name: encoded.files[place]?.name ?? "" })),
  };
}

/** Names content before it is put, so that nobody removes it meanwhile for want of a name. */
async function insertFile(tx: Database, values: typeof files.$inferInsert): Promise<FileRow> {
  await lockObjects(tx, objectsOf(values));
  const [row] = await tx.insert(files).values(values).returning();
  if (!row) throw new Error("The file was not recorded.");
  return row;
}

/** The SHA-256 of a file and of its thumbnail. */
export function objectsOf({
  sha256,
  small_sha256,
}: Pick<typeof files.$inferInsert, "sha256" | "small_sha256">) {
  return small_sha256 ? [sha256, small_sha256] : [sha256];
}

/** Whoever names or removes objects waits for others who do. */
export function lockObjects(tx: Database, objects: string[]): Promise<void> {
  return lockUntilCommit(tx, ...objects.map((sha256) => `file ${sha256}`).sort());
}
