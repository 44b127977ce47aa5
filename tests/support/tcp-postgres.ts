import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { findProgram } from "~/platform/database/embedded-postgres/program.server";
import { temporaryFolder } from "./temporary-folder";

/** The rights of the server's ordinary user. */
type Rights = "createdb" | "nocreatedb";

/**
 * A PostgreSQL as others run it, until the test ends: TCP, passwords, a natural language's collation, another time zone,
 * and a database owned by an ordinary user. Returns the database's URL.
 */
export async function tcpPostgres(rights: Rights = "createdb"): Promise<string> {
  const folder = await temporaryFolder();
  const [data, passwords] = [path.join(folder, "data"), path.join(folder, "passwords")];
  await writeFile(passwords, "of the superuser\n");
  const program = await findProgram();
  await program.run("initdb", [
    `--pgdata=${data}`,
    ...["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwords}`, "--encoding=UTF8"],
    ...["--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--no-sync"],
  ]);
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
    ...{ timezone: "America/New_York", datestyle: "German", intervalstyle: "iso_8601", fsync: "off" },
  };
  const log = openSync(path.join(folder, "log"), "w");
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = program.serve([`-D${data}`, ...options], log);
  closeSync(log);
  onTestFinished(async () => {
    server.kill("SIGINT");
    await once(server, "exit");
  });
  const superuser = `postgres://postgres:of%20the%20superuser@127.0.0.1:${port}/postgres`;
  await untilReady(superuser);
  await queryAt(superuser, `create role site login ${rights} password 'of the site'`);
  await queryAt(superuser, "create database site owner site");
  return `postgres://site:of%20the%20site@127.0.0.1:${port}/site`;
}

export async function queryAt(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    try {
      await queryAt(url, "select 1");
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
