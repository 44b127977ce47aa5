import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { lockDataDir } from "~/platform/database/data-dir-lock.server";
import { temporaryFolder } from "../support/temporary-folder";

test("the folder is created, and locked until it is released", async () => {
  const dataDir = path.join(await temporaryFolder(), "new/data");
  const lock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(
    `DATA_DIR ${dataDir} is in use by another process (pid ${process.pid}). Stop that one or choose another DATA_DIR.`,
  );
  lock.release();
  lockDataDir(dataDir).release();
});

test("a path that can't be a folder is refused with a one-line error", async () => {
  const file = path.join(await temporaryFolder(), "file");
  await writeFile(file, "");
  expect(() => lockDataDir(file)).toThrow(`DATA_DIR ${file} can't be used: EEXIST`);
});
