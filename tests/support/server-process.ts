import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const DEFAULTS = {
  PATH: process.env.PATH,
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  PORT: "0",
  LOG_LEVEL: "warn",
  TIME_URL: "http://127.0.0.1:9",
};

export type ServerProcess = {
  child: ChildProcess;
  /** Everything printed so far, on both outputs. */
  output: () => string;
  /** Resolves with the exit code or signal when the process ends. */
  ended: Promise<number | NodeJS.Signals>;
  /** Resolves with the address once the site prints that it is ready. */
  ready: Promise<string>;
};

/**
 * Runs the built site, or with "worker" a worker, in a process of its own. Ends with the test. An embedded database gets the small demo
 * unless `env` says otherwise.
 */
export function runServer(env: Record<string, string>, ...args: string[]): ServerProcess {
  const child = spawn(process.execPath, ["build/server/index.js", ...args], {
    env: { ...DEFAULTS, ...(env.DATABASE_URL ? {} : { DEMO: "small" }), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  const ready = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      text += chunk;
      const [address] = /is ready: (\S+)|(works on jobs)/.exec(text) ?? [];
      if (address) resolve(address.replace("is ready: ", ""));
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    ended.then(() => reject(new Error(`The server ended before it was ready:\n${text}`)));
  });
  ready.catch(() => {}); // not every test waits for it
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return { child, output: () => text, ended, ready };
}
