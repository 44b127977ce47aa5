import { existsSync } from "node:fs";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { temporaryFolder } from "../support/temporary-folder";

test("the first start creates a UTF-8 database owned by the application, without a port", async () => {
  const postgres = await start(await temporaryFolder());

  const [facts] = await query(
    postgres.url,
    `select current_user as who, current_setting('server_encoding') as encoding,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      (select rolsuper from pg_roles where rolname = current_user) as super`,
  );
  expect(facts).toEqual({
    who: "whitebirch",
    encoding: "UTF8",
    checksums: "on",
    addresses: "",
    super: false,
  });
});

test("stored data is there after an orderly stop", async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await query(first.url, "create table note as select 'kept' as text");
  await first.stop();
  expect(await first.exited).toBe("PostgreSQL has ended.");

  const second = await start(dataDir);
  expect(await query(second.url, "select text from note")).toEqual([{ text: "kept" }]);
});

test("committed data is there after the server was killed, and its end is reported", async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await query(first.url, "create table note as select 'kept' as text");
  process.kill(await serverPid(dataDir), "SIGKILL");
  expect(await first.exited).toMatch("PostgreSQL failed (SIGKILL)");

  const second = await start(dataDir);
  expect(await query(second.url, "select text from note")).toEqual([{ text: "kept" }]);
});

test("a server that outlived its application is ended by the next start", async () => {
  const dataDir = await temporaryFolder();
  const orphan = await start(dataDir);
  const orphanPid = await serverPid(dataDir);

  const next = await start(dataDir);
  await orphan.exited;
  expect(await serverPid(dataDir)).not.toBe(orphanPid);
  expect(await query(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a pid file that now names another program is ignored, and that program keeps running", async () => {
  const dataDir = await temporaryFolder();
  await (await start(dataDir)).stop();
  await writeFile(path.join(dataDir, "postgres/postmaster.pid"), `${process.ppid}\n${dataDir}/postgres\n`);
  await writeFile(path.join(dataDir, ".s.PGSQL.5432.lock"), `${process.ppid}\n`);

  const postgres = await start(dataDir);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("an incomplete cluster is created again", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(path.join(dataDir, "postgres.new"));
  await writeFile(path.join(dataDir, "postgres.new/PG_VERSION"), "18\n");

  const postgres = await start(dataDir);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a folder where PostgreSQL can't create its files is refused with a one-line error", async () => {
  const dataDir = path.join(await temporaryFolder(), "link");
  await symlink("nowhere", dataDir);
  await expect(start(dataDir)).rejects.toThrow(/^initdb: error: could not create directory .*$/);
});

test("a folder too deep for a socket gets its socket in a private temporary folder", async () => {
  const dataDir = path.join(await temporaryFolder(), "deep ".repeat(20), "data");
  await mkdir(dataDir, { recursive: true });

  const postgres = await start(dataDir);
  expect(postgres.connection.host).not.toContain(dataDir);
  expect((await stat(postgres.connection.host)).mode & 0o077).toBe(0);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);

  await postgres.stop();
  expect(existsSync(postgres.connection.host)).toBe(false);
});

test("the server has its own process group, so Ctrl-C reaches only the application", async () => {
  const dataDir = await temporaryFolder();
  await start(dataDir);
  const pid = await serverPid(dataDir);
  expect(() => process.kill(-pid, 0)).not.toThrow();
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  onTestFinished(postgres.stop);
  return postgres;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
}
