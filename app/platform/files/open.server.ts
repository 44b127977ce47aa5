import type { Env } from "~/platform/env.server";
import { folderStore } from "./folder-store.server";
import { s3Store } from "./s3-store.server";
import type { FileStore } from "./store.server";

/** The bucket of FILES_URL; without one, the folder `files` of the data folder. Neither is opened before it is used. */
export function openFiles({ bucket, dataDir }: Pick<Env, "bucket" | "dataDir">): FileStore {
  return bucket ? s3Store(bucket) : folderStore(dataDir);
}
