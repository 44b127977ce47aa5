import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { anOwner, exportEverything, takeUpload, uploadAndCheck } from "../../../../tests/support/exports";

const source = await testWorld();
const target = await testWorld();

const ROWS = 10_000;
const ROW_BYTES = 4_000;
/** The rows alone take 40 MB. */
const MAX_MB = 30;

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

/** Peak of live memory during the work, in MB above the start, and what the work returns. */
async function peakOf<Result>(work: () => Promise<Result>): Promise<{ peak: number; result: Result }> {
  const alive = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const before = alive();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, alive() - before);
  }, 1_000);
  const result = await work().finally(() => clearInterval(watch));
  return { peak, result };
}

test("10,000 rows are exported, checked and taken back with only a few of them in memory", {
  timeout: 240_000,
}, async () => {
  const [owner, taker] = [await anOwner(source, "xqown"), await anOwner(target, "xqnew")];
  await source.pool.query(
    `insert into payment_events (id, provider, type, object_id, received_at)
     select 'event-' || n, 'test', repeat(md5(n::text), $2), 'session', now() from generate_series(1, $1) as n`,
    [ROWS, Math.floor(ROW_BYTES / 32)],
  );
  const made = await peakOf(() => exportEverything(source, owner()));
  expect(made.peak).toBeLessThan(MAX_MB);
  const checked = await peakOf(() => uploadAndCheck(target, taker(), made.result));
  expect([checked.result.status, checked.result.error]).toEqual(["checked", null]);
  expect(checked.peak).toBeLessThan(MAX_MB);
  const { vault } = target.ctx();
  const taken = await peakOf(() => takeUpload(target, taker(), { id: checked.result.id, vault }));
  expect([taken.result.status, taken.result.error]).toEqual(["loaded", null]);
  expect(taken.peak).toBeLessThan(MAX_MB);
  const { rows } = await target.pool.query("select count(*)::int as count from payment_events");
  expect(rows).toEqual([{ count: ROWS }]);
});
