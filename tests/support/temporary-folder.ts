import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** An empty private folder; removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for all tests of a file; removed after the last. */
export async function temporaryFolderOfFile(): Promise<string> {
  const folder = await newFolder();
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const newFolder = () => mkdtemp(path.join(tmpdir(), "white-birch-test-"));
