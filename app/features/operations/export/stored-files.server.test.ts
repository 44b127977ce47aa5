import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { readBucket } from "~/platform/files/address.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { type FileStore, keyOf, StoreDown } from "~/platform/files/store.server";
import { type FileRow, storePicture } from "~/platform/files/store-file.server";
import { testWorld } from "../../../../tests/support/ctx";
import { bookAndPay } from "../../../../tests/support/customers";
import {
  anOwner,
  contentsOf,
  exportEverything,
  takeUpload,
  uploadAndCheck,
  writeContents,
} from "../../../../tests/support/exports";
import { temporaryFolderOfFile } from "../../../../tests/support/temporary-folder";
import { makeExport, startExport } from "./create.server";

const source = await testWorld();
const target = await testWorld();
const { files: store } = source.ctx();
const exportsFolder = path.join(source.dataDir, "exports");
/** A bucket at an address where nobody answers. */
const away = readBucket("s3://KEY:SECRET@127.0.0.1:9/photos?tls=off");
if (!away) throw new Error("The address is no bucket");
const nobody = s3Store(away, { patience: { tries: 1, firstPauseMs: 1, answerMs: 1_000 } });
const TIMEOUT = { timeout: 60_000 };

let owner: () => StaffCtx;
let photos: FileRow[];

beforeEach(async () => {
  for (const world of [source, target]) {
    await world.clear();
    await world.pool.query("delete from exports");
  }
  await rm(exportsFolder, { recursive: true, force: true });
  owner = await anOwner(source, "xqown");
  await bookAndPay(source, source.ctx(), "xqada", { date: "2026-06-03" });
  photos = [];
  for (const background of ["green", "white"]) photos.push(await aPhoto(background));
}, 60_000);

async function aPhoto(background: string): Promise<FileRow> {
  const create = { width: 300, height: 200, channels: 3, background } as const;
  const outcome = await storePicture(source.ctx(), await sharp({ create }).jpeg().toBuffer());
  if (!outcome.ok) throw new Error(outcome.reason);
  const sql =
    "insert into home_photos (property_id, file_id) select properties.id, $1 from properties where customer_id is not null limit 1";
  await source.pool.query(sql, [outcome.file.id]);
  return outcome.file;
}

/** Asks for an export and makes it with a store; the row of the export. */
async function exportWith(files: FileStore, pausesMs: number[]) {
  const id = randomUUID();
  expect(await startExport(owner(), id)).toEqual({ ok: true });
  await makeExport(source.ctx({ files }), id, { pausesMs });
  return (await source.pool.query("select * from exports where id = $1", [id])).rows[0];
}

describe("an export while the store is down", TIMEOUT, () => {
  test("waits for it and is whole when it answers again", async () => {
    let refusals = 3;
    const recovering: FileStore = {
      ...store,
      read: async (sha256) => {
        if (refusals-- > 0) throw new StoreDown("no answer");
        return store.read(sha256);
      },
    };
    const made = await exportWith(recovering, [0, 0, 0]);
    expect([made.status, made.missing_files, made.missing]).toEqual(["made", 0, []]);
    const files = Object.keys(await contentsOf(path.join(exportsFolder, made.file)));
    for (const { id } of photos) expect(files.filter((name) => name.includes(id))).toHaveLength(2);
  });

  test("fails with the reason, leaves no ZIP, and the next try takes its place", async () => {
    const failed = await exportWith(nobody, [0]);
    expect([failed.status, failed.error]).toEqual([
      "failed",
      expect.stringMatching(/photos in the bucket photos at 127\.0\.0\.1:9 could not be read.*try again/),
    ]);
    expect(await readdir(exportsFolder)).toEqual([]);
    const { rows: told } = await source.pool.query(
      "select action from audit_log where action = 'export.failed'",
    );
    expect(told).toHaveLength(1);
    const again = await exportWith(store, []);
    expect(again.status).toBe("made");
    expect((await source.pool.query("select id from exports")).rows).toEqual([{ id: again.id }]);
  });
});

describe("a stored file that is gone", TIMEOUT, () => {
  test("is named in the row, in the manifest, and where the export is taken back", async () => {
    const [gone] = photos;
    await store.remove(gone?.sha256 ?? "");
    const made = await exportWith(store, []);
    const { rows } = await source.pool.query(
      "select number from customers where id = (select customer_id from properties where id = (select property_id from home_photos limit 1))",
    );
    const names = [`files/${gone?.id}.webp (photo of a home of customer #${rows[0].number})`];
    expect([made.status, made.missing_files, made.missing]).toEqual(["made", 1, names]);
    const zip = path.join(exportsFolder, made.file);
    const { "manifest.json": manifest } = await contentsOf(zip);
    expect(JSON.parse(String(manifest)).files).toEqual({ count: 1, missing: 1, names });
    const taker = await anOwner(target, "xqnew");
    const checked = await uploadAndCheck(target, taker(), zip);
    expect([checked.status, checked.error, checked.missing]).toEqual(["checked", null, names]);
    const taken = await takeUpload(target, taker(), { id: checked.id, vault: target.ctx().vault });
    expect([taken.status, taken.missing_files, taken.missing]).toEqual(["loaded", 1, names]);
  });

  test("and one whose content is no longer what was stored is left out and named alike", async () => {
    const [, damaged] = photos;
    const place = path.join(source.dataDir, "files", keyOf(damaged?.sha256 ?? ""));
    await writeFile(place, (await readFile(place)).subarray(0, -1));
    const made = await exportWith(store, []);
    expect([made.status, made.missing]).toEqual([
      "made",
      [expect.stringContaining(`files/${damaged?.id}.webp`)],
    ]);
  });

  test("from the ZIP only makes it refused, since its manifest counts it", async () => {
    const zip = await exportEverything(source, owner());
    const name = `files/${photos[0]?.id}.webp`;
    const { [name]: taken, ...rest } = await contentsOf(zip);
    expect(taken?.length).toBeGreaterThan(0);
    const file = path.join(await temporaryFolderOfFile(), "cut.zip");
    await writeContents(file, rest);
    const checked = await uploadAndCheck(target, (await anOwner(target, "xqnew"))(), file);
    expect([checked.status, checked.error]).toEqual([
      "failed",
      `${name} is missing in the ZIP. Send the whole export.`,
    ]);
  });
});
