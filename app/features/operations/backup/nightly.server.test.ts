import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { Client } from "pg";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { backupPath } from "~/features/operations/backup/file/file.server";
import type { Connection } from "~/platform/database/database.server";
import { testWorld } from "../../../../tests/support/ctx";
import { makeBackup } from "./create.server";
import { verifyBackup } from "./verify.server";

const { pool, ctx, clock, clear, dataDir, connection, kinds } = await testWorld();

vi.setConfig({ testTimeout: 120_000 }); // making a database takes seconds on a busy machine

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  clock.set("2026-06-02T06:00:00Z");
});

const tonight = () => kinds.find(({ name }) => name === "nightly-backup")?.run({});
const stored = async () =>
  (
    await pool.query(
      "select file, reason, status, error, verified_at, bytes from backups order by created_at desc",
    )
  ).rows;
const scratch = async () =>
  (await pool.query("select datname from pg_database where datname like current_database() || '_scratch_%'"))
    .rows;
const world = () => ({ ...ctx(), connection });

async function damage(file: string) {
  const bytes = await readFile(backupPath(dataDir, file));
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  await writeFile(backupPath(dataDir, file), bytes);
}

describe("the nightly backup", () => {
  test("is made once, restored into a scratch database and compared; the database is dropped", async () => {
    await tonight();
    clock.advance({ minutes: 15 });
    await tonight();
    const [backup, ...more] = await stored();
    expect(more).toEqual([]);
    expect(backup).toMatchObject({ reason: "nightly", status: "verified", error: null });
    expect(backup.verified_at).toEqual(new Date("2026-06-02T06:00:00Z"));
    const { size, mode } = await stat(backupPath(dataDir, backup.file));
    expect([Number(backup.bytes), mode & 0o777]).toEqual([size, 0o600]);
    expect(await scratch()).toEqual([]);
  });

  test("keeps fourteen nights and every backup made by request", async () => {
    await makeBackup(ctx(), "manual");
    for (let night = 0; night < 16; night += 1) {
      clock.advance({ hours: 24 });
      await pool.query(
        "insert into backups (file, reason, status, created_at) values ($1, 'nightly', 'verified', $2)",
        [`night-${night}`, clock.now.toString()],
      );
    }
    clock.advance({ hours: 24 });
    await tonight();
    const left = await stored();
    expect(left.filter(({ reason }) => reason === "nightly")).toHaveLength(14);
    expect(left.at(-1)).toMatchObject({ reason: "manual" });
    expect(existsSync(backupPath(dataDir, left.at(-1).file))).toBe(true);
  });

  test("checks the older backups for damage", async () => {
    await tonight();
    const [first] = await stored();
    await damage(first.file);
    clock.advance({ hours: 24 });
    await tonight();
    expect(await stored()).toMatchObject([{ status: "verified" }, { file: first.file, status: "corrupt" }]);
    await rm(backupPath(dataDir, first.file));
  });
});

describe("testing a backup", () => {
  test("skips a backup that is being restored", async () => {
    const made = await makeBackup(ctx(), "manual");
    if (!made.ok) throw new Error("not made");
    const status = async () => (await stored())[0].status;
    const checked = verifyBackup(world(), made);
    await vi.waitFor(async () => expect(await status()).toBe("checking"));
    await pool.query("update backups set status = 'restoring'");
    await checked;
    expect(await status()).toBe("restoring");
    await verifyBackup(world(), made);
    expect(await status()).toBe("restoring");
  });

  test("finds a damaged file", async () => {
    const made = await makeBackup(ctx(), "manual");
    if (!made.ok) throw new Error("not made");
    await damage(made.file);
    await verifyBackup(world(), made);
    expect(await stored()).toMatchObject([{ status: "corrupt", verified_at: null }]);
    expect((await stored())[0].error).toMatch(/damaged|not what was written|not a backup|can.t be read/);
    expect(await scratch()).toEqual([]);
  });

  test("finds a missing file", async () => {
    const made = await makeBackup(ctx(), "manual");
    if (!made.ok) throw new Error("not made");
    await rm(backupPath(dataDir, made.file));
    await verifyBackup(world(), made);
    expect(await stored()).toMatchObject([{ status: "corrupt", error: "The file doesn't exist." }]);
  });

  test("reports a database user that can't create databases", async () => {
    const made = await makeBackup(ctx(), "manual");
    if (!made.ok) throw new Error("not made");
    const superuser = new Client(inject("postgres").superuser);
    await superuser.connect();
    await superuser.query("create role modest login");
    await verifyBackup({ ...world(), connection: { ...connection, user: "modest" } as Connection }, made);
    await superuser.query("drop role modest");
    await superuser.end();
    expect(await stored()).toMatchObject([
      { status: "made", error: expect.stringContaining("isn't allowed to create") },
    ]);
  });
});

test("a backup that can't be written is recorded as failed", async () => {
  await writeFile(`${dataDir}/file`, "");
  const outcome = await makeBackup({ ...ctx(), dataDir: `${dataDir}/file` }, "manual");
  expect(outcome).toEqual({ ok: false, reason: "failed" });
  expect(await stored()).toMatchObject([
    { status: "failed", error: expect.stringContaining("could not be written") },
  ]);
});
