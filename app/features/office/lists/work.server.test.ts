import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { readWork, retryFailedJobs } from "./work.server";

const world = await testWorld();
const { pool, ctx, clear, queues, jobs } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const KIND = "message-reply-mail";
const state = (name: string) => pool.query(`update pgboss.job set ${name} where name = $1`, [KIND]);

test("staff see waiting, retrying and failed jobs", async () => {
  expect(await readWork(staff())).toEqual({ summary: "Nothing is waiting.", failed: [] });
  for (let n = 0; n < 3; n++) await jobs.enqueue(ctx().db, KIND, {});
  await state("start_after = '2026-06-01T12:00:00Z'");
  expect((await readWork(staff()))?.summary).toBe("3 waiting, the oldest since Jun 01, 2026, 8:00 AM.");
  await state("start_after = now() + interval '1 hour', state = 'retry'");
  expect((await readWork(staff()))?.summary).toBe("3 to retry later.");
  await state("state = 'failed', completed_on = now()");
  expect(await readWork(staff())).toEqual({
    summary: "Nothing is waiting.",
    failed: [{ kind: KIND, label: "Message reply mail: 3 failed in the last day" }],
  });
  await state("completed_on = now() - interval '25 hours'");
  expect((await readWork(staff()))?.failed).toEqual([]);
});

test("staff can retry failed jobs, which the audit trail records", async () => {
  await jobs.enqueue(ctx().db, KIND, { reply_id: "none" });
  await state("state = 'failed', completed_on = now(), retry_count = retry_limit");
  expect(await retryFailedJobs(staff(), "something-else")).toBe(0);
  expect(await retryFailedJobs(staff(), KIND)).toBe(1);
  expect(await retryFailedJobs(staff(), KIND)).toBe(0);
  expect(await queues.waiting(KIND)).toEqual([{ reply_id: "none" }]);
  const { rows } = await pool.query(
    "select entity_id, details from audit_log where action = 'work.tried_again'",
  );
  expect(rows).toEqual([{ entity_id: KIND, details: { before: { failed: 1 }, after: { failed: 0 } } }]);
});
