import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readCount } from "~/platform/database/counts.server";
import { seedDemo } from "../../../../db/seed/demo";
import { seedMessages } from "../../../../db/seed/messages";
import { testWorld } from "../../../../tests/support/ctx";
import { testDatabase } from "../../../../tests/support/database";
import { temporaryFolderOfFile } from "../../../../tests/support/temporary-folder";
import { dumpSite } from "./file/dump.server";
import { BrokenBackup, inspectBackup, writeBackup } from "./file/file.server";
import { loadBackup } from "./file/load.server";
import { digestTables } from "./file/rows.server";
import { readTables } from "./file/tables.server";

const { db, pool, ctx, clock } = await testWorld();
const other = await testDatabase();
const folder = await temporaryFolderOfFile();
const file = path.join(folder, "site.jsonl.gz");

const ODD = "line one\nline two\r\n“quotes” \\ \" ' \u2028 \u2029 {a,b} [1] NULL 🧹 ÅÉ\t—";

/** The demo company plus unusual texts. Takes seconds to create. */
beforeAll(async () => {
  await seedDemo(db, clock.now);
  await seedMessages(db, clock.now);
  await pool.query("update contact_messages set message = $1 where status = 'new'", [ODD]);
  await pool.query("insert into storm_days (date, towns) values ('2026-01-02', $1)", [["pittsfield", ODD]]);
  await pool.query(
    "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'system', 'a.b', 'c', '1', $1)",
    [{ odd: ODD, nested: [1, 2.5, null] }],
  );
  await pool.query("update orders set status = 'failed' where status = 'pending'");
}, 60_000);

const backUp = () => dumpSite(ctx(), (text) => writeBackup(file, text));
const restore = () => other.ownerDb.transaction((tx) => loadBackup(tx, file));
const digestOf = async (of: typeof db) =>
  of.transaction(async (tx) => digestTables(tx, await readTables(tx)));

describe("a backup loaded into another database", () => {
  test("makes every table equal and counts nothing twice", async () => {
    await backUp();
    const { tables } = await restore();
    expect(tables).toEqual(await digestOf(db));
    expect(await digestOf(other.db)).toEqual(tables);
    expect(Object.keys(tables).length).toBeGreaterThanOrEqual(40);
    expect(tables, "what a crash may empty").not.toHaveProperty("rate_limits");
    expect(tables.bookings?.rows).toBeGreaterThan(50);
    expect(await readCount(other.db, "bookings")).toBe(tables.bookings?.rows);
    expect(await readCount(other.db, "profiles")).toBe(tables.users?.rows);
    const { rows } = await other.pool.query("select message from contact_messages where status = 'new'");
    expect(new Set(rows.map(({ message }) => message))).toEqual(new Set([ODD]));
  });

  test("replaces existing data, also a second time", async () => {
    await backUp();
    await restore();
    await other.pool.query("insert into users (name, email) values ('Left over', 'left@mail.example')");
    await restore();
    expect(await digestOf(other.db)).toEqual(await digestOf(db));
  });

  test("leaves triggers, append-only rules and identity columns working", async () => {
    await backUp();
    await restore();
    await expect(other.pool.query("delete from audit_log")).rejects.toThrow("append-only");
    const { rows: before } = await other.pool.query("select max(id) as id from audit_log");
    const { rows: after } = await other.pool.query(
      "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'x', 'x', 'x', 'x', '{}') returning id",
    );
    expect(Number(after[0].id)).toBeGreaterThan(Number(before[0].id));
    const made = await other.pool.query(
      "insert into users (name, email) values ('New', 'new@mail.example') returning id",
    );
    const { rows } = await other.pool.query("select id from profiles where id = $1", [made.rows[0].id]);
    expect(rows).toHaveLength(1);
    await expect(
      other.pool.query(
        "update bookings set crew_id = (select id from crews limit 1), blocked = '[2026-01-01,2028-01-01)' where status <> 'cancelled'",
      ),
    ).rejects.toThrow("bookings_one_visit_a_crew");
  });

  test("has rows that name a later one of their own table", async () => {
    const { rows: stiff } = await pool.query(
      `select conname from pg_constraint where contype = 'f' and conrelid = confrelid and not condeferrable
         and connamespace = 'public'::regnamespace`,
    );
    expect(stiff, "a restore loads rows in their order").toEqual([]);
    const [merged, kept] = ["00000000-0000-4000-8000-000000000001", "ffffffff-ffff-4fff-bfff-ffffffffffff"];
    await pool.query("insert into customers (id, first_name) values ($1, 'Merged')", [merged]);
    await pool.query("insert into customers (id, first_name) values ($1, 'Kept')", [kept]);
    await pool.query("update customers set merged_into = $1 where id = $2", [kept, merged]);
    await backUp();
    await restore();
    const { rows } = await other.pool.query("select merged_into from customers where id = $1", [merged]);
    expect(rows).toEqual([{ merged_into: kept }]);
    await pool.query("delete from customers where id = $1", [kept]);
  });

  test("does not contain the list of backups, which belongs to the machine", async () => {
    await backUp();
    await other.pool.query("insert into backups (file, reason, status) values ('mine', 'manual', 'made')");
    await restore();
    const { rows } = await other.pool.query("select file from backups");
    expect(rows).toEqual([{ file: "mine" }]);
  });
});

test("a backup is consistent while data is being written", async () => {
  const before = await digestOf(db);
  async function* disturbed(text: AsyncIterable<string>) {
    let pieces = 0;
    for await (const piece of text) {
      if (pieces++ === 0)
        await pool.query(
          "insert into contact_messages (submission_id, name, email, message) values (gen_random_uuid(), 'x', 'x@mail.example', 'x')",
        );
      yield piece;
    }
  }
  await dumpSite(ctx(), (text) => writeBackup(file, disturbed(text)));
  expect((await inspectBackup(file)).tables).not.toEqual(await digestOf(db));
  expect((await inspectBackup(file)).tables.contact_messages).toEqual(before.contact_messages);
});

describe("a damaged backup is refused and changes nothing:", () => {
  const lines = async () =>
    gunzipSync(await readFile(file))
      .toString()
      .split("\n");
  const rewrite = (text: string[]) => writeFile(file, gzipSync(text.join("\n")));

  const whole = path.join(folder, "whole.jsonl.gz");
  beforeAll(async () => {
    await backUp();
    await copyFile(file, whole);
  });
  beforeEach(() => copyFile(whole, file));

  test.each<[string, () => Promise<unknown>]>([
    [
      "a flipped byte",
      async () => {
        const bytes = await readFile(file);
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
        await writeFile(file, bytes);
      },
    ],
    ["a file cut short", async () => writeFile(file, (await readFile(file)).subarray(0, -200))],
    ["no end", async () => rewrite((await lines()).slice(0, -2))],
    [
      "a row that is missing",
      async () => {
        const text = await lines();
        rewrite(
          text.toSpliced(
            text.findIndex((line) => line.startsWith("[")),
            1,
          ),
        );
      },
    ],
    [
      "a row that was changed",
      async () => rewrite((await lines()).map((line) => line.replace("Kevin Marchand", "Kevin Merchant"))),
    ],
    ["something after its end", async () => rewrite([...(await lines()).slice(0, -1), "[]", ""])],
    [
      "a newer version",
      async () => rewrite((await lines()).map((line) => line.replace('"version":2,', '"version":3,'))),
    ],
    ["some other file", () => writeFile(file, gzipSync("hello\n"))],
    ["no archive at all", () => writeFile(file, "hello")],
    ["an empty file", () => writeFile(file, gzipSync(""))],
  ])("%s", async (_, damage) => {
    await damage();
    const before = await digestOf(other.db);
    await expect(inspectBackup(file)).rejects.toThrow(BrokenBackup);
    await expect(restore()).rejects.toThrow(BrokenBackup);
    expect(await digestOf(other.db)).toEqual(before);
  });
});
