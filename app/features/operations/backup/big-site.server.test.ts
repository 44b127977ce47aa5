import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { testDatabase } from "../../../../tests/support/database";
import { dumpSite } from "./file/dump.server";
import { type BackupFile, throwawayRecipient } from "./file/encrypt.server";
import { writeBackup } from "./file/file.server";
import { loadBackup } from "./file/load.server";

const { ctx, pool, dataDir } = await testWorld();
const other = await testDatabase();

const ROWS = 60_000;
const ROW_BYTES = 2_000;
/** The rows alone take 120 MB. */
const MAX_MB = 60;

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

/** Peak of live memory during the work, in MB above the start. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const alive = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const before = alive();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, alive() - before);
  }, 500);
  await work().finally(() => clearInterval(watch));
  return peak;
}

test("60,000 rows are backed up and restored with only a few of them in memory", {
  timeout: 180_000,
}, async () => {
  const client = await pool.connect();
  await client.query("set statement_timeout = 0");
  await client.query(
    `insert into payment_events (id, provider, type, object_id, received_at)
     select 'event-' || n, 'test', repeat(md5(n::text), $2), 'session', now() from generate_series(1, $1) as n`,
    [ROWS, Math.floor(ROW_BYTES / 32)],
  );
  client.release(true);
  const file = path.join(dataDir, "big.jsonl.gz");
  expect(await peakOf(() => dumpSite(ctx(), (text) => writeBackup(file, text)))).toBeLessThan(MAX_MB);
  expect(await peakOf(() => other.ownerDb.transaction((tx) => loadBackup(tx, file)))).toBeLessThan(MAX_MB);
  const recipient = await throwawayRecipient();
  let written: BackupFile = file;
  const writeEncrypted = (text: AsyncIterable<string>) => writeBackup(`${file}.age`, text, recipient);
  const encrypting = async () => {
    ({ written } = await dumpSite(ctx(), writeEncrypted));
  };
  expect(await peakOf(encrypting)).toBeLessThan(MAX_MB);
  expect(await peakOf(() => other.ownerDb.transaction((tx) => loadBackup(tx, written)))).toBeLessThan(MAX_MB);
  const { rows } = await other.pool.query("select count(*)::int as count from payment_events");
  expect(rows).toEqual([{ count: ROWS }]);
});
