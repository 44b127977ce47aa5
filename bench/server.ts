import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Running = {
  child: ChildProcess;
  origin: string;
  startMs: number;
  /** What it has printed. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The site, started as `npm start` starts it. */
export const SITE = ["--max-semi-space-size=12", "build/server/index.js"];

export function temporaryFolder(): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "white-birch-bench-"));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts a Node program and waits until it prints its address. `startMs` ends with the first response. With ORIGIN the
 * program prints that address, so it needs a PORT.
 */
export async function run(args: string[], env: Record<string, string>): Promise<Running> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      MALLOC_ARENA_MAX: "2",
      HOST: "127.0.0.1",
      PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, port] = /http:\/\/[\w.]+:(\d+)/.exec(output) ?? [];
      if (port) resolve(`http://127.0.0.1:${env.PORT ?? port}`);
    });
    child.once("exit", () => reject(new Error(`The program ended before it was ready:\n${output}`)));
  });
  await (await fetch(origin)).arrayBuffer();
  const startMs = performance.now() - started;
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { child, origin, startMs, output: () => output, stop };
}

/** A percentile: the time that this share (such as 0.95) of all times does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;
}

/** Resident memory of a process in MB (Linux). */
export function memoryMb(pid: number | undefined): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Processor time of a process (Linux). It is the same however busy the machine is. */
export function cpuSeconds(pid: number | undefined): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\)/, "")
    .trim()
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / TICKS;
}

const TICKS = 100;
