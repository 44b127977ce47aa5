/**
 * `npm run bench`: compares the site with the least that could do the same work, as ratios within one run. `-- --quick`
 * leaves out what needs a million bookings.
 */
import { parseArgs } from "node:util";
import { benchHttp, benchSql } from "./bookings.ts";
import { benchFresh } from "./fresh.ts";
import { benchBesideNginx, benchHome } from "./home.ts";
import { benchOffice } from "./office.ts";
import { memoryMb, run, SITE, temporaryFolder } from "./server.ts";
import { benchSlots } from "./slots.ts";
import { line, officeLine, perSecond, ratio, slotLines } from "./table.ts";
import { isInstalled } from "./wrk.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const folder = temporaryFolder();
const env = { DATA_DIR: folder.path, RATE_LIMIT_FACTOR: "0", LOG_LEVEL: "error" };

const first = await run(SITE, env);
await first.stop();
const second = await run(SITE, env);
const idle = await settledMemory(second.child.pid);
const home = await benchHome(second.origin);
const beside = await benchBesideNginx(second.origin);
const fresh = isInstalled("wrk", "-v") ? await benchFresh(second) : [];
const http = await benchHttp(second.origin);
const loaded = memoryMb(second.child.pid);
await second.stop();
const sql = await benchSql();
folder.remove();

const rows = [
  ["start, empty data folder", `${seconds(first.startMs)}`, "", ""],
  ["start, second time", `${seconds(second.startMs)}`, "", "≤ 3 s"],
  ["memory of the Node process, idle", `${idle.toFixed(0)} MB`, "", "≤ 150 MB"],
  ["memory after the load", `${loaded.toFixed(0)} MB`, "", "≤ 300 MB"],
  ["home page, cached", perSecond(home.cached), "", ""],
  ["  bare node:http, same bytes", perSecond(home.bare), ratio(home.cached, home.bare), "≥ 0.7"],
  ...(beside
    ? [
        ["  64 connections", perSecond(beside.site.perSecond), "", ""],
        ["    p99", `${beside.site.p99Ms.toFixed(1)} ms`, "", "≤ 25 ms"],
        [
          "    nginx, same bytes",
          perSecond(beside.nginx.perSecond),
          ratio(beside.site.perSecond, beside.nginx.perSecond),
          "≥ 0.5",
        ],
      ]
    : [["  beside nginx", "no wrk, nginx", "", "≥ 0.5"]]),
  ...fresh.map(({ path, perSecond: rate, p99Ms, cpuMs }) => [
    `${path}, rendered for a customer`,
    perSecond(rate),
    "",
    `≥ 220/s; p99 ${p99Ms.toFixed(0)} ms, ${cpuMs.toFixed(1)} ms of a core each`,
  ]),
  ["bookings through HTTP", perSecond(http), "", "≥ 400/s"],
  [
    `  the same ${sql.statements} statements alone`,
    perSecond(sql.perSecond),
    ratio(http, sql.perSecond),
    "≥ 0.5",
  ],
];
for (const [name = "", ...rest] of rows) process.stdout.write(line(name, ...rest));
if (!values.quick) {
  const kept = temporaryFolder();
  const office = await benchOffice({ keep: kept.path });
  process.stdout.write(line("the office, medians at 1,000 → 1,000,000 bookings"));
  for (const time of office) process.stdout.write(officeLine(time));
  process.stdout.write(slotLines(await benchSlots(kept.path)));
  kept.remove();
}

/** Memory after the start: the least of some seconds. */
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
