import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { StartupError } from "~/platform/startup-error.server";
import {
  clusterExists,
  createCluster,
  createDatabase,
  DATABASE,
  SITE_USER,
  SUPERUSER,
  USER,
} from "./embedded-postgres/cluster.server";
import { endOrphan } from "./embedded-postgres/orphan.server";
import { findProgram } from "./embedded-postgres/program.server";
import { serverSettings } from "./embedded-postgres/settings.server";
import { removeSocketFolder, SOCKET_NAME, socketFolder } from "./embedded-postgres/socket.server";

const PATIENCE_MS = 10_000;

type SocketConnection = { host: string; user: string; database: string };

export type EmbeddedPostgres = {
  /** A connection as the owner of the tables. `host` is the folder of the socket. */
  connection: SocketConnection;
  /** The same as the site's user, who owns no table. */
  site: SocketConnection;
  /** The owner's connection as a URL, for other tools. */
  url: string;
  /** A connection to the `postgres` database as its superuser. */
  superuser: SocketConnection;
  /** Resolves when the server has ended, for any reason, with a sentence that says how. */
  exited: Promise<string>;
  /** Ends running queries, then the server. May be called again. */
  stop: () => Promise<void>;
};

type Options = {
  /** An existing folder that this process has locked (data-dir-lock.server.ts). */
  dataDir: string;
  /** False trades safety in a power cut for speed; for tests only. */
  durable?: boolean;
};

/**
 * Starts the PostgreSQL of `dataDir`. Creates it the first time; recovers from a crash.
 * @throws StartupError when it can't run here
 */
export async function startEmbeddedPostgres({ dataDir, durable = true }: Options): Promise<EmbeddedPostgres> {
  const program = await findProgram();
  const cluster = path.join(dataDir, "postgres");
  const socketDir = await socketFolder(dataDir);

  await endOrphan(cluster, path.join(socketDir, SOCKET_NAME));
  if (!(await clusterExists(cluster))) {
    await createCluster(program, cluster, durable);
  }

  const logFile = path.join(dataDir, "postgres.log");
  const log = openLog(logFile);
  const server = program.serve([`-D${cluster}`, ...serverSettings(socketDir, durable)], log);
  closeSync(log);
  const { exited, stop } = watch(server, logFile);

  const superuser = { host: socketDir, user: SUPERUSER, database: "postgres" };
  try {
    await untilReady(superuser, exited);
    await createDatabase(socketDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection: { host: socketDir, user: USER, database: DATABASE },
    site: { host: socketDir, user: SITE_USER, database: DATABASE },
    url: `postgresql://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(socketDir)}`,
    superuser,
    exited,
    stop: async () => {
      await stop();
      await removeSocketFolder(socketDir, dataDir);
    },
  };
}

/** The server's log since its start. The log of the run before is kept beside it. */
function openLog(file: string): number {
  if (existsSync(file)) renameSync(file, `${file}.1`);
  return openSync(file, "w", 0o600);
}

function watch(server: ChildProcess, logFile: string): Pick<EmbeddedPostgres, "exited" | "stop"> {
  const stopWithUs = () => server.kill("SIGINT");
  process.once("exit", stopWithUs);
  const ended = once(server, "exit").catch((error: Error) => [error.message]);
  const exited = ended.then(([code, signal]) => {
    process.off("exit", stopWithUs);
    return code === 0
      ? "PostgreSQL has ended."
      : `PostgreSQL failed (${signal ?? code}): ${lastWords(logFile)}`;
  });
  async function stop() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGINT");
    const quit = setTimeout(() => server.kill("SIGQUIT"), PATIENCE_MS);
    await exited;
    clearTimeout(quit);
  }
  return { exited, stop };
}

function lastWords(file: string): string {
  if (!existsSync(file)) return "";
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}

/** Waits for the first connection. After a crash the server replays its log first. */
async function untilReady(connection: SocketConnection, exited: Promise<string>): Promise<void> {
  let failure: string | undefined;
  exited.then((how) => {
    failure = how;
  });
  while (failure === undefined) {
    if (await accepts(connection)) return;
    await sleep(20);
  }
  throw new StartupError(failure);
}

/** How to reach the server of a data folder, if one runs, as the site's user. */
export async function embeddedSite(
  dataDir: string,
): Promise<{ connection: SocketConnection; runs: boolean }> {
  const connection = { host: await socketFolder(dataDir), user: SITE_USER, database: DATABASE };
  return { connection, runs: await accepts(connection) };
}

async function accepts(connection: SocketConnection): Promise<boolean> {
  const client = new Client({ ...connection, ssl: false });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
