/**
 * `npm test`: every ring of tests, from the fastest to the slowest, one line each; what failed is shown in full.
 * `npm test -- unit http` runs only the named rings. Ends with one line that counts over all of them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Tally = import("../tests/support/tally.ts").Tally;
type Ring = { name: string; commands: string[][] };

const vitest = (project: string) => [
  ["vitest", "run", "--project", project, "--reporter=default", "--reporter=tests/support/vitest-tally.ts"],
];

/** A ring that leaves no tally counts as one test. */
const rings: Ring[] = [
  { name: "types", commands: [["react-router", "typegen"], ["tsc"]] },
  { name: "lint", commands: [["biome", "check", "--error-on-warnings"]] },
  { name: "unused", commands: [["knip"]] },
  { name: "unit", commands: vitest("unit") },
  { name: "database", commands: vitest("database") },
  { name: "http", commands: vitest("http") },
  { name: "process", commands: vitest("process") },
  {
    name: "browser",
    commands: [["playwright", "test", "--reporter=list,./tests/support/playwright-tally.ts"]],
  },
];

/** Every temporary file of the run is in here, so that nothing stays behind, even after Ctrl-C. */
const folder = mkdtempSync(join(tmpdir(), "wb-test-"));

/** Once interrupted, the running command clears up after itself and the run ends. */
let interrupted = false;
let running: ChildProcess | undefined;
process.on("SIGINT", () => {
  interrupted = true; // the terminal has sent it to the command as well
});
process.on("SIGTERM", () => {
  interrupted = true;
  running?.kill("SIGTERM");
});

await main(process.argv.slice(2));

async function main(names: string[]) {
  const unknown = names.filter((name) => !rings.some((ring) => ring.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no ring ${unknown.join(", ")}; there are ${rings.map((ring) => ring.name).join(", ")}.`,
    );
    return finish(2);
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const ring of rings) {
    if (names.length > 0 && !names.includes(ring.name)) continue;
    const tally = await runRing(ring);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped.length;
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return finish(total.failed > 0 ? 1 : 0);
}

/** Leaves with this exit code, as soon as what was running has let go of its files. */
async function finish(code: number) {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(code);
}

async function runRing({ name, commands }: Ring): Promise<Tally> {
  process.stdout.write(`› ${name} … `);
  const started = performance.now();
  const tallyFile = join(folder, `${name}.json`);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
  const e2ePort = String(await freePort());
  const env = { ...process.env, ...colour, TMPDIR: folder, TALLY_FILE: tallyFile, E2E_PORT: e2ePort };

  let output = "";
  let ok = true;
  for (const command of commands) {
    if (!ok) break;
    const result = await run(command, env);
    output += result.output;
    ok = result.ok;
  }

  const tally = readTally(tallyFile, ok);
  const counts = [`${tally.passed} passed`, `${tally.failed} failed`, `${tally.skipped.length} skipped`];
  const worthSaying = counts.filter((count, index) => index === 0 || !count.startsWith("0 "));
  console.log(`${worthSaying.join(", ")} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (tally.failed > 0) console.log(output.trimEnd());
  for (const skipped of tally.skipped) console.log(`  skipped ${skipped}`);
  return tally;
}

/** A ring fails with its command, whatever it counted. */
function readTally(file: string, ok: boolean): Tally {
  let tally: Tally = { passed: ok ? 1 : 0, failed: 0, skipped: [] };
  try {
    tally = JSON.parse(readFileSync(file, "utf8"));
  } catch {}
  return ok ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
}

function run(
  [command = "", ...args]: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    running = child;
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => done({ ok: false, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) => (interrupted ? finish(1) : done({ ok: code === 0, output })));
  });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
