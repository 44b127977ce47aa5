import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";

const PATIENCE_MS = 150_000; // on a machine that has much more to do

export type OwnSite = {
  address: string;
  /** The link that makes the first owner, which a site without the demo prints. */
  startLink: string;
  logins: () => Promise<Record<"administrator" | "customer", { email: string; password: string }>>;
  stop: () => Promise<void>;
};

/** A site for one test, in its own data folder. */
export async function startSite(dataDir: string, env: Record<string, string> = {}): Promise<OwnSite> {
  const child = run([], { DATA_DIR: dataDir, PORT: "0", ...env });
  const ended = once(child, "exit");
  const lines = await waitForOutput(child, /is ready: (\S+\n(?:[\s\S]*\n)?)/);
  return {
    address: lines.split("\n")[0] ?? "",
    startLink: /Start your company: (\S+)/.exec(lines)?.[1] ?? "",
    logins: async () => JSON.parse(await readFile(path.join(dataDir, "demo-logins.json"), "utf8")),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** `npm run restore -- FILE` for this data folder. */
export async function restoreInto(dataDir: string, file: string): Promise<void> {
  const child = run(["restore", file], { DATA_DIR: dataDir });
  await waitForOutput(child, /(Restored)/);
  if (child.exitCode === null) await once(child, "exit");
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["build/server/index.js", ...args], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", HOST: "localhost", LOG_LEVEL: "warn" },
      ...{ RATE_LIMIT_FACTOR: "0", DEMO: "small", ...env },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits until the process prints this. */
function waitForOutput(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const collect = (chunk: Buffer) => {
      text += chunk;
      const [, found] = wanted.exec(text) ?? [];
      if (found) resolve(found);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("exit", () => reject(new Error(`It ended before that:\n${text}`)));
    setTimeout(() => reject(new Error(`Nothing of that in time:\n${text}`)), PATIENCE_MS).unref();
  });
}
