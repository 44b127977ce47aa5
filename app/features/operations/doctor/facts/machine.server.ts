import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database/database.server";
import { readQueues, readWorkers } from "~/platform/jobs/queues.server";
import {
  checkClock,
  checkDatabase,
  checkJobs,
  checkSecret,
  checkSpace,
  clockUnknown,
  type DatabaseFacts,
} from "../machine";
import type { CheckKind, LimitedWorld } from "./define.server";

/** Checks of the process and the machine that it runs on. */
export function machineChecks(world: LimitedWorld): CheckKind[] {
  const { db, dataDir, site, clock } = world;
  const group = "machine" as const;
  return [
    {
      id: "secret",
      group,
      title: "Secret",
      look: async () => {
        const inFolder = existsSync(path.join(dataDir, "secret")) ? "folder" : "none";
        return checkSecret({ place: site.hasSecret ? "environment" : inFolder, folder: dataDir });
      },
    },
    {
      id: "database",
      group,
      title: "Database",
      look: async () => {
        const user = await readUser(db);
        return checkDatabase({ embedded: site.databaseHost === null, user });
      },
    },
    {
      id: "jobs",
      group,
      title: "Background work",
      look: async () => {
        const { oldest, failed } = await readQueues(db);
        const failures = failed.reduce((sum, { count }) => sum + count, 0);
        return checkJobs({ oldest, seen: await readWorkers(db), failed: failures }, clock());
      },
    },
    {
      id: "space",
      group,
      title: "Disk space",
      look: async () => {
        const { bavail, blocks, bsize } = await statfs(dataDir);
        return checkSpace({ free: bavail * bsize, total: blocks * bsize, folder: dataDir });
      },
    },
    {
      id: "clock",
      group,
      title: "Clock",
      look: async () => {
        const other = new URL(site.timeUrl).host;
        const drift = await readDrift(world, site.timeUrl);
        return drift === null ? clockUnknown(other) : checkClock({ drift, other });
      },
    },
    {
      id: "database-clock",
      group,
      title: "Clock of the database",
      look: async () => {
        if (site.databaseHost === null) return null; // the same machine
        return checkClock({ drift: await readDatabaseDrift(db, clock), other: "the database" });
      },
    },
  ];
}

async function readUser(db: Database): Promise<DatabaseFacts["user"]> {
  const { rows } = await db.execute<{ super: boolean; owns: boolean }>(sql`
    select (select rolsuper from pg_roles where rolname = current_user) as super,
      (select relowner = (select oid from pg_roles where rolname = current_user)
       from pg_class where oid = 'public.bookings'::regclass) as owns`);
  if (rows[0]?.super) return "superuser";
  return rows[0]?.owns ? "owner" : "site";
}

type Clock = LimitedWorld["clock"];

/** How many seconds our clock is ahead of a web server's; null if that one says no time. Exact to a second. */
function readDrift(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  url: string,
): Promise<number | null> {
  const { request } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const sent = clock().epochMilliseconds;
    // A clock that is years off refuses good certificates, and nobody relies on the answer.
    const options = { method: "HEAD", agent: false, signal, rejectUnauthorized: false };
    request(url, options, (response) => {
      response.destroy();
      const said = Date.parse(response.headers.date ?? "");
      const middle = (sent + clock().epochMilliseconds) / 2;
      resolve(Number.isNaN(said) ? null : (middle - said - 500) / 1000); // the header cuts off the milliseconds
    })
      .once("error", reject)
      .end();
  });
}

async function readDatabaseDrift(db: Database, clock: Clock): Promise<number> {
  const sent = clock().epochMilliseconds;
  const { rows } = await db.execute<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float as at`,
  );
  return (sent + clock().epochMilliseconds) / 2000 - (rows[0]?.at ?? 0);
}
