/** Runs the built site for the browser tests on an empty data folder, and removes the folder afterward. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { e2eDataDir } from "./e2e-data.ts";

const dataDir = e2eDataDir(process.env.PORT ?? "");
rmSync(dataDir, { recursive: true, force: true });
const server = spawn(process.execPath, ["build/server/index.js"], {
  env: { ...process.env, DATA_DIR: dataDir },
  stdio: ["ignore", "inherit", "inherit"],
  detached: true, // so that only we send signals to it, not the process group
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.kill("SIGTERM"));
server.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
