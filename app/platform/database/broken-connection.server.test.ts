import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { seeds } from "~/db/schema/settings";
import { testWorld } from "../../../tests/support/ctx";
import { openDatabase } from "./database.server";

const { connection, pool: others } = await testWorld();

test("a connection that breaks during a transaction fails that transaction only", async () => {
  const { db, pool, close } = openDatabase(connection);
  const broken = new Promise<void>((resolve) => {
    pool.once("connect", (client) => client.once("end", resolve));
  });
  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await others.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await broken;
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await db.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }]);
  await close();
});

test("a broken connection is reported, unless it is being closed", async () => {
  const onError = vi.fn();
  const { db, pool, close } = openDatabase(connection, { onError });
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await others.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await vi.waitUntil(() => onError.mock.calls.length > 0, { timeout: 10_000 });
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "57P01" }));
  await db.execute(sql`select 1`);
  const closed = close();
  pool.emit("error", new Error("terminating connection due to administrator command"));
  await closed;
  expect(onError).toHaveBeenCalledOnce();
});

test("moments are read from a server that writes dates as its country does", async () => {
  const german = { ...connection, options: "-c datestyle=German" };
  const { db, close } = openDatabase(german);
  const applied_at = Temporal.Instant.from("2026-06-01T12:00:00Z");
  const rows = await db.insert(seeds).values({ name: "german", applied_at }).returning();
  expect(rows).toEqual([{ name: "german", applied_at }]);
  await close();
});
