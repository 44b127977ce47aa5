import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { readTables } from "~/features/operations/backup/file/tables.server";
import { readOwnRecords } from "~/features/operations/export/file/site.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { bookAndPay } from "../../../../tests/support/customers";
import { anOwner, exportEverything, uploadAndCheck } from "../../../../tests/support/exports";
import { startTakingBack, takeBack } from "./restore.server";

const source = await testWorld();
const target = await testWorld();
let file: string;
let taker: () => StaffCtx;

beforeAll(async () => {
  file = await exportEverything(source, (await anOwner(source, "xqown"))());
}, 60_000);

beforeEach(async () => {
  await target.clear();
  await target.pool.query("delete from exports");
  taker = await anOwner(target, "xqnew");
}, 60_000);

const digestOf = async () => {
  const { audit_log: _, ...rest } = await target.db.transaction(async (tx) =>
    digestTables(tx, await readTables(tx)),
  );
  return rest;
};

describe("a site that an export would replace", { timeout: 60_000 }, () => {
  test.each([
    [
      "insert into contact_messages (submission_id, name, email, message) select gen_random_uuid(), 'Ada', 'ada@mail.example', 'Hello' from generate_series(1, 3)",
      "3 messages",
    ],
    [
      `insert into job_applications (submission_id, position, location, first_name, last_name, email, phone, cover_letter)
       values (gen_random_uuid(), 'Cleaner', 'Pittsfield', 'Ada', 'Byron', 'ada@mail.example', '6035550100', 'Hello')`,
      "1 application",
    ],
    [
      "insert into newsletter_subscribers (email) values ('ada@mail.example'), ('bob@mail.example')",
      "2 newsletter subscribers",
    ],
  ])(
    "%#: what people sent refuses it, by name, before and while it is taken back",
    async (statement, there) => {
      const checked = await uploadAndCheck(target, taker(), file);
      await target.pool.query(statement);
      const before = await digestOf();
      expect(await startTakingBack(taker(), checked.id)).toEqual({ ok: false, reason: "in use", there });
      await target.pool.query("update exports set status = 'loading' where id = $1", [checked.id]);
      const world = { ...target.ctx(), connection: target.connection } as Parameters<typeof takeBack>[0];
      await takeBack(world, { id: checked.id, session_id: taker().actor.session_id });
      const { rows } = await target.pool.query("select status, error from exports where id = $1", [
        checked.id,
      ]);
      expect(rows).toEqual([
        {
          status: "checked",
          error: expect.stringMatching(new RegExp(`already has ${there}, .*Nothing was changed`)),
        },
      ]);
      expect(await digestOf()).toEqual(before);
    },
  );

  test("is empty as long as it has nothing but its staff and what the setup guide stores", async () => {
    expect(await readOwnRecords(target.db)).toBe(null);
    await bookAndPay(target, target.ctx(), "xqbob", { date: "2026-06-03" });
    expect(await readOwnRecords(target.db)).toBe("1 customer, 1 visit, and 1 order");
    await target.pool.query(
      `insert into contact_messages (submission_id, name, email, message)
       values (gen_random_uuid(), 'Ada', 'ada@mail.example', 'Hello')`,
    );
    await target.pool.query("insert into newsletter_subscribers (email) values ('ada@mail.example')");
    expect(await readOwnRecords(target.db)).toBe("1 customer, 1 visit, 1 order, and more");
  });

  test("is told to have 1,000+ of what is more", async () => {
    const add =
      "insert into newsletter_subscribers (email) select n || '@mail.example' from generate_series(1, $1::int) n";
    await target.pool.query(add, [1_000]);
    expect(await readOwnRecords(target.db)).toBe("1,000 newsletter subscribers");
    await target.pool.query("insert into newsletter_subscribers (email) values ('ada@mail.example')");
    expect(await readOwnRecords(target.db)).toBe("1,000+ newsletter subscribers");
  });
});
