import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { testWorld } from "../../../../../tests/support/ctx";
import { withScratch } from "./scratch.server";

const { pool, ctx, connection } = await testWorld();

test("a scratch database is dropped once an autovacuum worker, which our user can't terminate, has left", async () => {
  const { superuser } = inject("postgres");
  const theirs: Client[] = [];
  let name = "";
  await withScratch({ ...ctx(), connection }, async (scratch) => {
    name = String((scratch as { database?: string }).database);
    const worker = new Client({ ...superuser, database: name });
    theirs.push(worker);
    await worker.connect();
    worker.query("select pg_sleep(0.5)").finally(() => worker.end());
  });
  expect(theirs).toHaveLength(1);
  expect((await pool.query("select 1 from pg_database where datname = $1", [name])).rowCount).toBe(0);
});
