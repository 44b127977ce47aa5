import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, open, opendir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type FileStore, keyOf, StoreDown, StoreFull, sha256In, sha256Of } from "./store.server";

/** Where content is written before it gets its name. */
const DRAFTS = "drafts";

/**
 * Keeps files in `DATA_DIR/files`. Folders and files are for the owner only, and made with the first file.
 * @param openDraft for tests
 */
export function folderStore(
  dataDir: string,
  { openDraft = (draft: string) => open(draft, "wx", 0o600) } = {},
): FileStore {
  const root = path.join(dataDir, "files");
  const placeOf = (sha256: string) => path.join(root, keyOf(sha256));
  /** Writes a draft to the disk, then renames it: a crash leaves a draft, and never part of a file under its name. */
  async function write(place: string, content: Uint8Array): Promise<void> {
    const draft = path.join(root, DRAFTS, randomUUID());
    for (const file of [draft, place]) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      const file = await openDraft(draft);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, place);
      for (const folder of [path.dirname(place), root]) await syncFolder(folder);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
  return {
    place: "DATA_DIR/files",
    isLocal: true,
    put: (content) =>
      orDown(async () => {
        const sha256 = sha256Of(content);
        const place = placeOf(sha256);
        const found = await stat(place).catch(nullIfMissing);
        const now = new Date();
        if (found?.size === content.length) await utimes(place, now, now);
        else await write(place, content);
        return sha256;
      }),
    read: (sha256) =>
      orDown(async () => {
        const handle = await open(placeOf(sha256)).catch(nullIfMissing);
        if (!handle) return null;
        const { size } = await handle.stat();
        const stream = Readable.toWeb(createReadStream("", { fd: handle }));
        return { bytes: size, stream: stream as ReadableStream<Uint8Array> };
      }),
    has: (sha256) => orDown(async () => (await access(placeOf(sha256)).catch(nullIfMissing)) !== null),
    remove: (sha256) => orDown(() => rm(placeOf(sha256), { force: true })),
    async *list() {
      const folders = await orDown(async () => (await readdir(root).catch(nullIfMissing)) ?? []);
      for (const folder of folders.filter((name) => name !== DRAFTS)) {
        for (const name of await orDown(() => readdir(path.join(root, folder)))) {
          const sha256 = sha256In(`${folder}/${name}`);
          const found = sha256 && (await orDown(() => stat(placeOf(sha256)).catch(nullIfMissing)));
          if (found) yield { sha256, stored_at: instantOf(found.mtimeMs) };
        }
      }
    },
    async removeDrafts(before) {
      const folder = await opendir(path.join(root, DRAFTS)).catch(nullIfMissing);
      if (!folder) return;
      for await (const { name } of folder) {
        const draft = path.join(root, DRAFTS, name);
        const found = await stat(draft).catch(nullIfMissing);
        if (found && found.mtimeMs < before.epochMilliseconds) await rm(draft, { force: true });
      }
    },
  };
}

/** A new name is on the disk only with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const instantOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(Math.floor(ms));

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

async function orDown<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new StoreFull("There is no space left on the disk of DATA_DIR.", { cause });
    throw new StoreDown(`DATA_DIR/files can't be used (${code ?? "unknown error"}).`, { cause });
  }
}
