/** `npm run bench`: what the site does beside the least that could do the same, as ratios within one run. */
import { benchHttp, benchSql } from "./bookings.ts";
import { benchHome } from "./home.ts";
import { benchOffice } from "./office.ts";
import { memoryMb, run, temporaryFolder } from "./server.ts";
import { line, officeLine, ratio } from "./table.ts";

const SITE = ["build/server/index.js"];
const folder = temporaryFolder();
const env = { DATA_DIR: folder.path, RATE_LIMIT_FACTOR: "0", LOG_LEVEL: "error" };

const first = await run(SITE, env);
await first.stop();
const second = await run(SITE, env);
const idle = await settledMemory(second.child.pid);
const home = await benchHome(second.origin);
const http = await benchHttp(second.origin);
const loaded = memoryMb(second.child.pid);
await second.stop();
const sql = await benchSql();
folder.remove();
const office = await benchOffice();

const rows = [
  ["start, empty data folder", `${seconds(first.startMs)}`, "", ""],
  ["start, second time", `${seconds(second.startMs)}`, "", "≤ 3 s"],
  ["memory of the Node process, idle", `${idle.toFixed(0)} MB`, "", "≤ 150 MB"],
  ["memory after the load", `${loaded.toFixed(0)} MB`, "", ""],
  ["home page, cached", perSecond(home.cached), "", ""],
  ["  bare node:http, same bytes", perSecond(home.bare), ratio(home.cached, home.bare), "≥ 0.7"],
  ["bookings through HTTP", perSecond(http), "", ""],
  [
    `  the same ${sql.statements} statements alone`,
    perSecond(sql.perSecond),
    ratio(http, sql.perSecond),
    "≥ 0.5",
  ],
];
for (const [name = "", ...rest] of rows) process.stdout.write(line(name, ...rest));
process.stdout.write(line("the office, p95 at 1,000 → 1,000,000 bookings"));
for (const time of office) process.stdout.write(officeLine(time));

/** Memory once the start is over: the least of some seconds. */
async function settledMemory(pid: number | undefined): Promise<number> {
  const readings: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    readings.push(memoryMb(pid));
  }
  return Math.min(...readings);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}
