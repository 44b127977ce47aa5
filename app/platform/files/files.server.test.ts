import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { recordAudit } from "~/platform/audit.server";
import { testWorld } from "../../../tests/support/ctx";
import { deleteFiles, removeObjects, sweepFiles } from "./remove.server";
import { type FileStore, readWhole, StoreDown, StoreFull } from "./store.server";
import { storePicture } from "./store-file.server";

const world = await testWorld();
const { ctx, pool, ownerDb, queues, clock, dataDir, clear } = world;
const store = ctx().files;

beforeEach(async () => {
  await clear();
  await rm(path.join(dataDir, "files"), { recursive: true, force: true });
});

const photo = (background = "#2a6") =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function stored(background?: string, changes: Parameters<typeof ctx>[0] = {}) {
  const outcome = await storePicture(ctx(changes), await photo(background));
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.file;
}

const rows = async () => (await pool.query("select id, status from files order by created_at, id")).rows;
async function objects() {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256);
  return found.sort();
}
const deleted = (ids: string[]) => ctx().db.transaction((tx) => deleteFiles(tx, ctx(), ids));

/** Makes everything in the store so many days old, by the clock of the tests. */
async function age(days: number) {
  const at = Number(clock.now.epochMilliseconds) / 1000 - days * 24 * 60 * 60;
  for (const name of await readdir(path.join(dataDir, "files"), { recursive: true }))
    await utimes(path.join(dataDir, "files", name), at, at);
}

describe("a picture", () => {
  test("is stored with its facts", async () => {
    const file = await stored();
    expect(file).toMatchObject({
      kind: "photo",
      status: "stored",
      media_type: "image/webp",
      width: 300,
      height: 200,
    });
    expect(await rows()).toEqual([{ id: file.id, status: "stored" }]);
    expect((await readWhole(store, file.sha256))?.length).toBe(file.bytes);
    expect((await readWhole(store, file.small_sha256 ?? ""))?.length).toBe(file.small_bytes);
    expect(await objects()).toEqual([file.sha256, file.small_sha256].sort());
  });

  test("that comes twice is stored once, and stays until the last row is gone", async () => {
    const [one, two] = [await stored(), await stored()];
    expect(one.sha256).toBe(two.sha256);
    expect(await objects()).toHaveLength(2);

    await deleted([one.id]);
    await queues.run("remove-file-objects");
    expect(await objects()).toHaveLength(2);
    await deleted([two.id]);
    await deleted([two.id]);
    expect(await objects()).toHaveLength(2); // until the job has run
    expect(await queues.run("remove-file-objects")).toBe(1);
    expect(await objects()).toEqual([]);
  });

  test("that isn't one leaves nothing behind", async () => {
    const refused = await storePicture(ctx(), Buffer.from("<svg/>"));
    expect(refused).toEqual({ ok: false, reason: "drawing" });
    expect([await rows(), await objects()]).toEqual([[], []]);
  });
});

describe("content that nobody names", () => {
  test("stays when its deletion is rolled back", async () => {
    const file = await stored();
    const failed = ctx().db.transaction(async (tx) => {
      await deleteFiles(tx, ctx(), [file.id]);
      throw new Error("Something else failed");
    });
    await expect(failed).rejects.toThrow("Something else failed");
    expect(await queues.run("remove-file-objects")).toBe(0);
    expect(await objects()).toHaveLength(2);
  });

  test("is not removed while the same picture arrives again", async () => {
    const first = await stored();
    await deleted([first.id]);
    const removing = (await queues.waiting("remove-file-objects"))[0] as { objects: string[] };
    // Between the row and the store, the job of the deleted one runs.
    const put = vi.fn(async (content: Uint8Array) => {
      await removeObjects(ctx(), removing);
      return store.put(content);
    });
    const again = await stored("#2a6", { files: { ...store, put } });
    expect(put).toHaveBeenCalledTimes(2);
    expect(await objects()).toEqual([again.sha256, again.small_sha256].sort());
  });
});

describe("the sweep", () => {
  test("removes content without a row after a day, and leaves what may be on its way", async () => {
    const file = await stored();
    await store.put(Buffer.from("orphan"));
    await age(0.9);
    await sweepFiles(ctx());
    expect(await objects()).toHaveLength(3);
    await age(1.1);
    await sweepFiles(ctx());
    await sweepFiles(ctx());
    expect(await objects()).toEqual([file.sha256, file.small_sha256].sort());
  });

  test.each(["site.restored", "site.reset", "site.taken_back"])(
    "leaves content to a backup that may be restored: for two weeks after %s, and while there are no files",
    async (action) => {
      await store.put(Buffer.from("named by a backup"));
      await age(400);
      await sweepFiles(ctx());
      expect(await objects()).toHaveLength(1);

      await stored();
      const restored = { action, entity: "site", entity_id: "site" };
      await recordAudit(ctx().db, ctx(), restored);
      clock.now = clock.now.add({ hours: 14 * 24 - 1 });
      await pool.query("update files set created_at = $1", [clock.now.toString()]);
      await sweepFiles(ctx());
      expect(await objects()).toHaveLength(3);
      clock.now = clock.now.add({ hours: 2 });
      await sweepFiles(ctx());
      expect(await objects()).toHaveLength(2);
    },
  );

  test("heals what a killed process left, before and after the content was stored", async () => {
    const dies = { ...store, put: () => Promise.reject(new Error("killed")) };
    await expect(stored("#111", { files: dies })).rejects.toThrow("killed");
    const halfway = {
      ...store,
      put: vi.fn(store.put).mockImplementationOnce(store.put).mockRejectedValueOnce(new Error("killed")),
    };
    await expect(stored("#222", { files: halfway })).rejects.toThrow("killed");
    expect((await rows()).map(({ status }) => status)).toEqual(["uploading", "uploading"]);
    expect(await objects()).toHaveLength(1);

    await sweepFiles(ctx());
    expect(await rows()).toHaveLength(2); // they could still be on their way
    clock.now = clock.now.add({ hours: 25 });
    await sweepFiles(ctx());
    await queues.run("remove-file-objects");
    expect([await rows(), await objects()]).toEqual([[], []]);
  });

  test("deletes a file that no table names after a week, whichever table could name it", async () => {
    await ownerDb.execute(`create table albums (id int primary key, "Cover" uuid references files(id));
      grant select on albums to public`);
    const [named, unnamed] = [await stored("#111"), await stored("#222")];
    await pool.query("insert into albums values (1, $1)", [named.id]);
    clock.now = clock.now.add({ hours: 6 * 24 });
    await sweepFiles(ctx());
    expect(await rows()).toHaveLength(2);
    clock.now = clock.now.add({ hours: 25 });
    await sweepFiles(ctx());
    await queues.run("remove-file-objects");
    expect(await rows()).toEqual([{ id: named.id, status: "stored" }]);
    expect(await objects()).toEqual([named.sha256, named.small_sha256].sort());
    expect(await store.has(unnamed.sha256)).toBe(false);
    await ownerDb.execute("drop table albums");
  });

  test("deletes drafts and does without a folder", async () => {
    await sweepFiles(ctx());
    const drafts = path.join(dataDir, "files", "drafts");
    await mkdir(drafts, { recursive: true });
    await writeFile(path.join(drafts, "half"), "x");
    await age(2);
    await sweepFiles(ctx());
    expect(await readdir(drafts)).toEqual([]);
  });
});

describe("a store that fails", () => {
  const failing = (error: Error): FileStore => ({ ...store, put: () => Promise.reject(error) });

  test.each([
    ["is down", new StoreDown("no answer"), "store down"],
    ["is full", new StoreFull("full"), "store full"],
  ])("because it %s gives an outcome, and a later try succeeds", async (_, error, reason) => {
    expect(await storePicture(ctx({ files: failing(error) }), await photo())).toEqual({ ok: false, reason });
    expect(await rows()).toEqual([]);
    await stored();
    expect(await objects()).toHaveLength(2);
  });

  test("lets the job that removes content run again", async () => {
    const file = await stored();
    await deleted([file.id]);
    const down = { ...store, remove: () => Promise.reject(new StoreDown("no answer")) };
    const [input] = (await queues.waiting("remove-file-objects")) as { objects: string[] }[];
    if (!input) throw new Error("Nothing waits");
    await expect(removeObjects(ctx({ files: down }), input)).rejects.toThrow(StoreDown);
    expect(await queues.run("remove-file-objects")).toBe(1);
    expect(await objects()).toEqual([]);
  });
});
