import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

export type Load = { perSecond: number; p99Ms: number };

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Whether wrk is installed. */
export function isInstalled(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).error === undefined;
}

/** Requests one address over kept-alive connections. Fails unless every response is good. */
export async function wrk(
  url: string,
  { connections = 64, seconds = 5, headers = {} as Record<string, string> } = {},
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t", "1", "-c", `${connections}`, "-d", `${seconds}s`, "--latency", ...named, url];
  const { stdout } = await promisify(execFile)("wrk", args);
  const [, perSecond = ""] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout) ?? [];
  if (!perSecond || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk on ${url} says:\n${stdout}`);
  return { perSecond: Number(perSecond), p99Ms: Number(p99) * (UNITS[unit] ?? Number.NaN) };
}
