import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testWorld } from "../../tests/support/ctx";
import { openDatabase } from "./database.server";

const { connection, pool } = await testWorld();

test("a connection that breaks between two statements of a transaction ends that transaction, and nothing else", async () => {
  const { db, close } = openDatabase(connection);
  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await new Promise((passed) => setTimeout(passed, 200));
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await db.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }]);
  await close();
});
