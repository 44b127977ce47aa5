/**
 * `npm run torture`: many customers at once on two processes and one database, with one fault after another. Compares what
 * was promised with what was found; exits with 1 if a promise was broken. Options: `-- --seconds 60 --customers 200 --pause
 * 5 --only killed`. `--pause` is how long a customer thinks between two steps, in seconds.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { temporaryFolder } from "./server.ts";
import { promisesOf } from "./torture/promises.ts";
import { runScenario, SCENARIOS } from "./torture/scenarios.ts";
import { openWorld, type World } from "./torture/world.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    customers: { type: "string", default: "200" },
    pause: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
});
const run = {
  customers: Number(values.customers),
  ms: 1000 * Number(values.seconds),
  pauseMs: 1000 * Number(values.pause),
  patienceMs: 30_000,
  months: 10,
};
/** Seconds for what a scenario does after its customers have come. */
const REST_MS = 180_000;

const folder = temporaryFolder();
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { startEmbeddedPostgres } = (await vite.ssrLoadModule(
  "/app/platform/database/embedded-postgres.server.ts",
)) as typeof import("../app/platform/database/embedded-postgres.server");
const { stock } = (await vite.ssrLoadModule(
  "/tests/support/stock.ts",
)) as typeof import("../tests/support/stock");
await vite.close(); // it would end this process at a signal

const world = await openWorld({
  folder: folder.path,
  startPostgres: startEmbeddedPostgres,
  stock,
  durable: true,
  retryMs: [500, 2_000, 8_000, 30_000],
  restartMs: 2_000,
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end(130));

let ending: Promise<never> | undefined;
let broken = 0;
try {
  for (const scenario of SCENARIOS.filter(({ name }) => name.includes(values.only))) {
    const tooLong = setTimeout(() => {
      print(`"${scenario.name}" does not end.`);
      end(1);
    }, run.ms + REST_MS);
    const before = processorTimes(world);
    const result = await runScenario(world, scenario, run);
    const after = processorTimes(world);
    clearTimeout(tooLong);
    const rate = (result.answers / result.seconds).toFixed(0);
    print(
      `\n${scenario.name}: ${values.customers} customers, ${result.diary.visits} visits, ${rate} requests/s`,
    );
    const each = ((1000 * (after.site - before.site)) / result.diary.visits).toFixed(0);
    print(
      `  ${shares(before, after)}; load ${loadavg()[0]?.toFixed(1)}; processor time of the site ${each} ms a visit`,
    );
    for (const { name, promised, found, kept, details } of promisesOf(result)) {
      if (!kept) broken += 1;
      print(`  ${kept ? "kept  " : "BROKEN"} ${name.padEnd(50)} ${promised.padStart(6)}   ${found}`);
      if (!kept) for (const detail of details) print(`           ${detail}`);
    }
  }
} catch (error) {
  if (!ending) print(String(error)); // otherwise the world was closed meanwhile
  await end(1);
}
print(broken === 0 ? "\nEvery promise was kept." : `\n${broken} promises were broken.`);
await end(broken === 0 ? 0 : 1);

function end(code: number): Promise<never> {
  ending ??= (async () => {
    await world.close();
    folder.remove();
    process.exit(code);
  })();
  return ending;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Processor seconds so far: of the site, of this process (customers and provider), of the whole machine. */
function processorTimes({ siteCpu }: World) {
  const { user, system } = process.cpuUsage();
  const machine = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return {
    site: siteCpu(),
    customers: (user + system) / 1e6,
    machine: machine / 1000,
    at: performance.now() / 1000,
  };
}

function shares(before: ReturnType<typeof processorTimes>, after: ReturnType<typeof processorTimes>): string {
  const all = cpus().length * (after.at - before.at);
  const share = (used: number) => `${Math.round((100 * used) / all)} %`;
  const site = after.site - before.site;
  const customers = after.customers - before.customers;
  const rest = after.machine - before.machine - site - customers;
  return `${cpus().length} cores: site ${share(site)}, customers and provider ${share(customers)}, database and others ${share(rest)}`;
}
