import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../../tests/support/ctx";
import { dumpSite } from "./dump.server";
import { writeBackup } from "./file.server";
import { takeUpJobs } from "./queue.server";
import { replaceSite } from "./replace.server";

const { db, ownerDb, pool, ctx, clear, dataDir, queues, jobs } = await testWorld();
const file = path.join(dataDir, "site.jsonl.gz");

beforeEach(clear);

test("a restore queues the jobs that were waiting at the backup and deletes those queued since", async () => {
  await jobs.enqueue(db, "booking-notice-mail", { booking_id: "then" });
  await jobs.enqueue(db, "nightly-backup", {});
  await dumpSite(ctx(), (text) => writeBackup(file, text));
  await jobs.enqueue(db, "booking-notice-mail", { booking_id: "since" });

  await ownerDb.transaction((tx) => replaceSite(tx, ctx(), { file, erasures: [] }));
  expect(await queues.waiting("booking-notice-mail")).toEqual([]);
  await Promise.all([takeUpJobs(ctx()), takeUpJobs(ctx())]);
  expect(await queues.waiting("booking-notice-mail")).toEqual([{ booking_id: "then" }]);
  expect(await queues.waiting("nightly-backup")).toEqual([]);
  expect((await pool.query("select 1 from restored_jobs")).rows).toEqual([]);
});

test("a restore ends all sessions and invalidates password links", async () => {
  const { rows } = await pool.query(
    "insert into users (name, email) values ('Ada', 'ada@mail.example') returning id",
  );
  await pool.query("insert into sessions (user_id, token, expires_at) values ($1, 'x', now())", [rows[0].id]);
  await pool.query("insert into verifications (identifier, value, expires_at) values ('x', 'x', now())");
  await dumpSite(ctx(), (text) => writeBackup(file, text));
  await ownerDb.transaction((tx) => replaceSite(tx, ctx(), { file, erasures: [] }));
  expect((await pool.query("select 1 from users")).rows).toHaveLength(1);
  expect((await pool.query("select 1 from sessions union all select 1 from verifications")).rows).toEqual([]);
});
