import { existsSync } from "node:fs";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "~/platform/embedded-postgres.server";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

const APP_SECRET = "a secret of the tests, long enough to sign";

test("with DATABASE_URL there are the catalogue and crews, no demo people, and two processes share it", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const folder = `${await temporaryFolder()}/unused`;
  const env = { DATABASE_URL: postgres.url, APP_SECRET, DATA_DIR: folder };
  const [first, second] = await Promise.all([runServer(env).ready, runServer(env).ready]);

  for (const address of [first, second]) {
    expect(await (await fetch(address)).text()).toContain("Regular Cleaning");
  }
  expect(await count(postgres.url, "services where is_active")).toBe(11);
  expect(await count(postgres.url, "crews")).toBe(2);
  expect(await count(postgres.url, "profiles")).toBe(0);
  expect(await count(postgres.url, "bookings")).toBe(0);
  expect(existsSync(`${folder}/postgres`)).toBe(false);
});

test("DATABASE_URL without APP_SECRET is refused in one line", async () => {
  const server = runServer({ DATABASE_URL: "postgres://localhost/nothing" });
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split("\n")).toEqual([
    expect.stringMatching(/^APP_SECRET must be set together/),
  ]);
});

async function count(url: string, what: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from ${what}`);
  await client.end();
  return rows[0].count;
}
