import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { admin_settings } from "~/db/schema/settings";
import { testDatabase } from "../../../tests/support/database";

const { connection } = await testDatabase();
// A process names only so many statements, and the other tests of this one have sent many.
vi.resetModules();
const { executePrepared, openDatabase } = await import("./database.server");

/** One connection, so that it tells what was prepared on it. */
function open() {
  return openDatabase(connection, { max: 1 });
}
const prepared = async (pool: ReturnType<typeof open>["pool"]) =>
  (await pool.query("select statement from pg_prepared_statements")).rows.map(({ statement }) => statement);

test("a frequent statement of transactions is planned once per connection and returns the same", async () => {
  const { db, pool, close } = open();
  const find = () =>
    db.transaction((tx) => tx.select().from(admin_settings).where(eq(admin_settings.key, "none")));
  for (let time = 0; time < 20; time++) expect(await find()).toEqual([]);
  expect(await prepared(pool)).toEqual([]);
  expect(await find()).toEqual([]);
  expect(await prepared(pool)).toEqual([expect.stringContaining('from "admin_settings"')]);
  await close();
});

test("multiple statements in one text and errors in a transaction keep working however often they are sent", async () => {
  const { db, close } = open();
  for (let time = 0; time < 30; time++) {
    await db.transaction((tx) => tx.execute(sql.raw("select 1; select 2")));
    const failing = db.transaction((tx) => tx.execute(sql`select 1 / ${0}::int`));
    await expect(failing).rejects.toThrow();
  }
  expect(await db.transaction((tx) => tx.execute(sql`select ${7}::int as n`))).toMatchObject({
    rows: [{ n: 7 }],
  });
  await close();
});

test("a prepared statement works inside and outside of transactions", async () => {
  const { db, pool, close } = open();
  const ask = (n: number) => sql`select ${n}::int as n`;
  expect((await executePrepared(db, ask(1))).rows).toEqual([{ n: 1 }]);
  expect((await db.transaction((tx) => executePrepared(tx, ask(2)))).rows).toEqual([{ n: 2 }]);
  expect(await prepared(pool)).toEqual(["select $1::int as n"]);
  await close();
});

test("prepared statements run in transactions and in their savepoints", async () => {
  const { db, close } = open();
  await db.transaction(async (tx) => {
    expect((await executePrepared(tx, sql`select ${1}::int as n`)).rows).toEqual([{ n: 1 }]);
    await tx.transaction(async (inner) => {
      expect((await executePrepared(inner, sql`select ${2}::int as n`)).rows).toEqual([{ n: 2 }]);
      await inner.transaction(async (innermost) => {
        expect((await executePrepared(innermost, sql`select ${3}::int as n`)).rows).toEqual([{ n: 3 }]);
      });
    });
  });
  await close();
});
