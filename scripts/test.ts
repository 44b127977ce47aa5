/**
 * `npm test`: runs all rings of tests, one line each, and shows failures in full. `npm test -- unit http` runs only these
 * rings. The last line counts all tests.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

type Tally = import("../tests/support/tally.ts").Tally;
type Ring = { name: string; commands: string[][] };

const vitest = (project: string) => [
  ["vitest", "run", "--project", project, "--reporter=default", "--reporter=tests/support/vitest-tally.ts"],
];

/**
 * Stages run one after another. The lines of a stage run side by side, the rings of a line one after another. The process
 * ring mostly waits for programs to start and stop, which leaves the processor to others. Each TypeScript checker checks
 * shared types anew: one needs half the processor time of the default four. A ring without a tally counts as one test.
 */
const stages: Ring[][][] = [
  [
    [
      {
        name: "types",
        commands: [
          ["react-router", "typegen"],
          ["tsc", "--checkers", "1"],
        ],
      },
      { name: "lint", commands: [["biome", "check", "--error-on-warnings"]] },
      { name: "unused", commands: [["knip"]] },
      { name: "unit", commands: vitest("unit") },
      { name: "database", commands: vitest("database") },
      { name: "http", commands: vitest("http") },
    ],
    [{ name: "process", commands: vitest("process") }],
  ],
  [
    [
      {
        name: "browser",
        commands: [["playwright", "test", "--reporter=list,./tests/support/playwright-tally.ts"]],
      },
    ],
  ],
];
const rings = stages.flat(2);

/** Holds all temporary files of the run, so that nothing is left behind, even after Ctrl-C. */
const folder = mkdtempSync(join(inMemory() ?? tmpdir(), "wb-test-"));

/** After an interrupt, the running commands clean up and the run ends. */
let interrupted = false;
const running = new Set<ChildProcess>();
/** The rings that are running. */
const under = new Set<string>();
process.on("SIGINT", () => {
  interrupted = true; // the terminal has sent it to the commands, too
});
process.on("SIGTERM", () => {
  interrupted = true;
  for (const child of running) child.kill("SIGTERM");
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
  const runLine = async (line: Ring[]) => {
    for (const ring of line) {
      if (names.length > 0 && !names.includes(ring.name)) continue;
      const tally = await runRing(ring);
      total.passed += tally.passed;
      total.failed += tally.failed;
      total.skipped += tally.skipped.length;
    }
  };
  for (const lines of stages) await Promise.all(lines.map(runLine));
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return finish(total.failed > 0 ? 1 : 0);
}

/** A folder in memory, where creating and dropping databases is ten times as fast; undefined if memory is scarce. */
function inMemory(): string | undefined {
  const place = "/dev/shm";
  const scarce = 4 * 1024 ** 3;
  if (!existsSync(place) || freemem() < 2 * scarce) return undefined;
  const { bavail, bsize } = statfsSync(place);
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.includes(` ${place} `));
  const runsPrograms = !mount?.split(" ")[3]?.split(",").includes("noexec"); // the browser is stored there, too
  return bavail * bsize > scarce && runsPrograms ? place : undefined;
}

/** Exits with this code once the running commands have released their files. */
async function finish(code: number) {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(code);
}

async function runRing({ name, commands }: Ring): Promise<Tally> {
  under.add(name);
  tell();
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
  under.delete(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
  console.log(`› ${name} … ${worthSaying.join(", ")} (${seconds} s)`);
  if (tally.failed > 0) console.log(output.trimEnd());
  for (const skipped of tally.skipped) console.log(`  skipped ${skipped}`);
  if (under.size > 0) tell();
  return tally;
}

/** Shows on a terminal which rings are running. */
function tell() {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K› ${[...under].join(", ")} …`);
}

/** A ring fails if its command fails, whatever it counted. */
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
    running.add(child);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => done({ ok: false, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) => {
      running.delete(child);
      if (!interrupted) done({ ok: code === 0, output });
      else if (running.size === 0) finish(1);
    });
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
