import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { readBucket } from "~/platform/files/address.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { type FileStore, keyOf, readWhole, StoreDown } from "~/platform/files/store.server";
import { type FileRow, storePicture } from "~/platform/files/store-file.server";
import { testWorld } from "../../../../tests/support/ctx";
import { s3Server } from "../../../../tests/support/s3";
import { backupCommand, restoreCommand } from "./command.server";
import { makeBackup } from "./create.server";
import { dumpSite } from "./file/dump.server";
import { backupPath, inspectBackup, readBackup, readParts, writeBackup } from "./file/file.server";
import { carryFiles } from "./file/stored-files.server";
import { verifyBackup } from "./verify.server";

const { ctx, pool, ownerDb, connection, dataDir, clear, clock } = await testWorld();
const bucket = readBucket(await s3Server());
if (!bucket) throw new Error("The test server has no bucket");
const s3 = s3Store(bucket, { patience: { tries: 1, firstPauseMs: 1, answerMs: 5_000 } });
const folder = ctx().files;
const TIMEOUT = { timeout: 60_000 }; // creating a database takes seconds on a busy machine

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  for (const name of ["files", "backups"])
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  for await (const { sha256 } of s3.list()) await s3.remove(sha256);
});

async function aFile(background: string, files: FileStore = folder): Promise<FileRow> {
  clock.now = clock.now.add({ seconds: 1 });
  const create = { width: 300, height: 200, channels: 3, background } as const;
  const outcome = await storePicture(ctx({ files }), await sharp({ create }).jpeg().toBuffer());
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.file;
}

const world = (files: FileStore) => ({ ...ctx({ files }), db: ownerDb, connection });

async function backUp(files: FileStore = folder): Promise<string> {
  const made = await makeBackup(world(files), "manual");
  if (!made.ok) throw new Error(made.reason);
  return backupPath(dataDir, made.file);
}

async function restore(file: string, files: FileStore = folder): Promise<string> {
  const said: string[] = [];
  await restoreCommand(world(files), [file, "--replace"], (line) => said.push(line));
  return said.join("\n");
}

const missingByAudit = async () => {
  const sql = "select details ->> 'missing_files' as missing from audit_log where action = 'site.restored'";
  return (await pool.query(sql)).rows.map(({ missing }) => Number(missing));
};

describe("a backup of files in the folder", () => {
  test("carries them, and a restore on another machine puts them back", TIMEOUT, async () => {
    const [one, two] = [await aFile("#111"), await aFile("#222")];
    const file = await backUp();
    const content = await readWhole(folder, one.sha256);
    await rm(path.join(dataDir, "files"), { recursive: true });
    await pool.query("delete from files");

    expect(await restore(file)).toContain("With 2 stored files.");
    for (const { sha256, small_sha256 } of [one, two])
      for (const object of [sha256, small_sha256 ?? ""]) expect(await folder.has(object)).toBe(true);
    expect(await readWhole(folder, one.sha256)).toEqual(content);
    expect(await missingByAudit()).toEqual([0]);
  });

  test("carries the same content once", async () => {
    await aFile("#111");
    await aFile("#111");
    const file = await backUp();
    expect(await contents(file)).toHaveLength(2);
    expect((await inspectBackup(file)).files).toMatchObject({ carried: 2, left_out: 0, missing: 0 });
  });

  test("names what is missing, is verified, and the restore names it again", TIMEOUT, async () => {
    const [one, two] = [await aFile("#111"), await aFile("#222")];
    await folder.remove(one.sha256);
    const made = await makeBackup(world(folder), "manual");
    if (!made.ok) throw new Error(made.reason);
    await verifyBackup({ ...ctx(), connection }, made);
    const { rows } = await pool.query("select status, files from backups");
    expect(rows).toMatchObject([{ status: "verified", files: { carried: 1, left_out: 0, missing: 1 } }]);

    const file = backupPath(dataDir, made.file);
    expect((await inspectBackup(file)).files?.names).toEqual([keyOf(one.sha256)]);
    const said = await restore(file);
    expect(said).toContain("With 1 stored file. 1 stored file is missing in DATA_DIR/files.");
    expect(said).toContain(
      "1 stored file is missing in DATA_DIR/files. Copy what was there before the restore:",
    );
    expect(said).toContain(keyOf(one.sha256));
    expect(said).not.toContain(keyOf(two.sha256));
    expect(await missingByAudit()).toEqual([1]);
  });

  test("carries the newest up to a size, and counts those that it leaves out", async () => {
    const files = [await aFile("#111"), await aFile("#222"), await aFile("#333")];
    const sizes = files.map(({ bytes, small_bytes }) => bytes + (small_bytes ?? 0));
    const tally = { place: "", carried: 0, left_out: 0, missing: 0, names: [] };
    const carried: string[] = [];
    const limit = (sizes[1] ?? 0) + (sizes[2] ?? 0);
    for await (const { sha256 } of carryFiles(ctx().db, folder, tally, limit)) carried.push(sha256);
    const newest = files.slice(1).flatMap((file) => [file.sha256, file.small_sha256]);
    expect(carried.sort()).toEqual(newest.sort());
    expect(tally).toMatchObject({ carried: 2, left_out: 1, missing: 0 });
  });

  test("carries what is on the site's pages before newer photos", async () => {
    const [logo, picture, older, newest] = [
      await aFile("#111"),
      await aFile("#222"),
      await aFile("#333"),
      await aFile("#444"),
    ];
    await pool.query("update files set kind = 'logo' where id = $1", [logo.id]);
    await pool.query(
      `with added as (insert into site_pictures (id, key, width, height) values (gen_random_uuid(), 'k', 3, 2) returning id)
       insert into site_picture_files (picture_id, name, file_id) select id, '300.webp', $1 from added`,
      [picture.id],
    );
    const shown = [logo, picture, newest];
    const limit = shown.reduce((sum, { bytes, small_bytes }) => sum + bytes + (small_bytes ?? 0), 0);
    const tally = { place: "", carried: 0, left_out: 0, missing: 0, names: [] };
    const carried: string[] = [];
    for await (const { sha256 } of carryFiles(ctx().db, folder, tally, limit)) carried.push(sha256);
    expect(carried.sort()).toEqual(shown.flatMap((file) => [file.sha256, file.small_sha256]).sort());
    expect(carried).not.toContain(older.sha256);
    expect(tally).toMatchObject({ carried: 3, left_out: 1 });
  });

  test("is made although a file can't be read, and names it", async () => {
    const { sha256, small_sha256 } = await aFile("#111");
    const read = () => Promise.reject(new StoreDown("DATA_DIR/files can't be used (EIO)."));
    const { files } = await inspectBackup(await backUp({ ...folder, read }));
    expect(files).toMatchObject({
      carried: 0,
      missing: 1,
      names: [keyOf(sha256), keyOf(small_sha256 ?? "")],
    });
  });

  test("keeps them when it is upgraded", async () => {
    await aFile("#111");
    const file = await backUp();
    const { header } = await inspectBackup(file);
    const upgraded = path.join(dataDir, "upgraded.jsonl.gz");
    await dumpSite({ ...ctx(), older: { header, jobs: [], file } }, (text) => writeBackup(upgraded, text));
    expect((await inspectBackup(upgraded)).files).toEqual((await inspectBackup(file)).files);
    expect(await contents(upgraded)).toEqual(await contents(file));
    expect(await contents(file)).toHaveLength(2);
  });

  test("with damaged content is refused", async () => {
    await aFile("#111");
    const file = await backUp();
    const text = gunzipSync(await readFile(file)).toString();
    const changed = text.replace('"content":"UklG', '"content":"UklH'); // "RIFF" becomes another word
    const parts = readParts(Readable.from([changed]));
    await expect(Array.fromAsync(parts)).rejects.toThrow("A stored file in it doesn't match its checksum.");
  });

  test("says on the terminal what it carries", async () => {
    await aFile("#111");
    const said: string[] = [];
    await backupCommand(world(folder), (line) => said.push(line));
    expect(said.join("\n")).toMatch(/^Backed up to .*\nWith 1 stored file\.$/);
  });
});

describe("a backup of files in a bucket", () => {
  test("names the bucket and carries none, and the restore lists the missing ones", TIMEOUT, async () => {
    const [one, two] = [await aFile("#111", s3), await aFile("#222", s3)];
    const file = await backUp(s3);
    expect(await contents(file)).toEqual([]);
    expect((await inspectBackup(file)).files).toMatchObject({ place: s3.place, carried: 0, left_out: 2 });
    await s3.remove(one.sha256);
    const said = await restore(file, s3);
    expect(said).toContain(`2 stored files are only in ${s3.place}: copy it, too.`);
    expect(said).toContain(`1 stored file is missing in ${s3.place}.`);
    expect(said).toContain(keyOf(one.sha256));
    expect(said).not.toContain(keyOf(two.sha256));
  });

  test("restored without FILES_URL misses all", TIMEOUT, async () => {
    await aFile("#111", s3);
    const said = await restore(await backUp(s3));
    expect(said).toContain("1 stored file is missing in DATA_DIR/files.");
    expect(await missingByAudit()).toEqual([1]);
  });
});

test("a restore with a store that is down changes nothing", TIMEOUT, async () => {
  const { id } = await aFile("#111");
  const file = await backUp();
  await pool.query("delete from files");
  const down = { ...folder, put: () => Promise.reject(new StoreDown("The bucket photos doesn't answer.")) };
  await expect(restore(file, down)).rejects.toThrow("The bucket photos doesn't answer.");
  expect((await pool.query("select id from files where id = $1", [id])).rows).toEqual([]);
  expect(await missingByAudit()).toEqual([]);
});

async function contents(file: string): Promise<string[]> {
  const found: string[] = [];
  for await (const part of readBackup(file)) if (part.kind === "file") found.push(part.sha256);
  return found;
}
