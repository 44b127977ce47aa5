import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const PATIENCE_MS = 10_000;

/**
 * Cleans up after a killed process: ends a PostgreSQL that still runs on this cluster, and removes pid files whose number
 * belongs to another program. Call it only while holding the lock of the data folder.
 */
export async function endOrphan(cluster: string, socketFile: string): Promise<void> {
  const pidFile = path.join(cluster, "postmaster.pid");
  const pid = await readPid(pidFile);
  if (!pid || !exists(pid)) return; // PostgreSQL itself detects that such a file is stale
  if (await serves(pid, cluster)) return end(pid, cluster);
  await rm(pidFile, { force: true });
  await rm(`${socketFile}.lock`, { force: true });
}

/** Asks the server to shut down; kills it when that takes too long. */
async function end(pid: number, cluster: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
      if (!(await serves(pid, cluster))) return;
    }
  }
}

async function readPid(file: string): Promise<number | undefined> {
  const [line = ""] = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return /^\d+$/.test(line) ? Number(line) : undefined;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether the process is a PostgreSQL server of this cluster, by its command line. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  const line = await commandLine(pid);
  return line.includes("/postgres ") && line.includes(` -D${cluster} `);
}

/** The arguments that a process was started with, each followed by a space; empty when there is no such process. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  }
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", `${pid}`]).catch(() => ({
    stdout: "",
  }));
  return stdout.replace(/\n?$/, " ");
}
