import { createHash } from "node:crypto";

/** An object of the store. `stored_at`: when it was put the last time. */
type Stored = { sha256: string; stored_at: Temporal.Instant };

/** Where the content of files is, by its SHA-256 (64 hex digits). All but `list` may be repeated without harm. */
export type FileStore = {
  /** For people, without secrets: "DATA_DIR/files", "the bucket photos at s3.example.com". */
  place: string;
  /** Whether it is on this machine, so that backups carry it. */
  isLocal: boolean;
  /** Puts the content and returns its SHA-256. @throws StoreDown, StoreFull */
  put: (content: Uint8Array) => Promise<string>;
  /** Null when it isn't there. @throws StoreDown */
  read: (sha256: string) => Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>;
  /** @throws StoreDown */
  has: (sha256: string) => Promise<boolean>;
  /** @throws StoreDown */
  remove: (sha256: string) => Promise<void>;
  /** @throws StoreDown */
  list: () => AsyncIterable<Stored>;
  /** Deletes what was left half written before that moment. */
  removeDrafts: (before: Temporal.Instant) => Promise<void>;
};

/** The store can't be reached, or refuses. A later try may succeed. */
export class StoreDown extends Error {
  override name = "StoreDown";
}

/** There is no space left. */
export class StoreFull extends StoreDown {
  override name = "StoreFull";
}

export const sha256Of = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

/** "ab/cdef…": at most 256 folders, whatever the number of files. */
export const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2)}`;

/** The SHA-256 in a key; null for anything else that is in the store. */
export function sha256In(key: string): string | null {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key) ? key.replace("/", "") : null;
}

/** The whole content of a file; null when it isn't there. @throws StoreDown */
export async function readWhole(store: FileStore, sha256: string): Promise<Buffer | null> {
  const found = await store.read(sha256);
  if (!found) return null;
  try {
    return Buffer.from(await new Response(found.stream).arrayBuffer());
  } catch (cause) {
    throw new StoreDown("The file could not be read to its end.", { cause });
  }
}
