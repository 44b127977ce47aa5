import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { prepareTables } from "~/platform/connect.server";
import { openDatabase } from "~/platform/database/database.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { seedCatalogue } from "../../db/seed/catalogue";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all tests of a run share, and the template that each test file copies. */
    postgres: {
      superuser: { host: string; user: string; database: string };
      /** Owns everything on the server. */
      owner: string;
      /** The site's user. */
      site: string;
      template: string;
    };
  }
}

/** Starts one PostgreSQL for a run. Its template database is migrated, with the catalog and pg-boss's tables. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "white-birch-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  const tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres);
  } catch (error) {
    await tearDown();
    throw error;
  }
  const { superuser, connection, site } = postgres;
  const users = { owner: connection.user, site: site.user };
  project.provide("postgres", { superuser, ...users, template: connection.database });
  return tearDown;
}

async function makeTemplate({ connection, site, superuser }: EmbeddedPostgres): Promise<void> {
  await prepareTables({ owner: connection, site });
  const { db, close } = openDatabase(site, { max: 1 });
  await seedCatalogue(db);
  await close();
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });

  const client = new Client(superuser);
  await client.connect();
  await client.query(`grant pg_read_all_stats to ${connection.user}`); // tests see who waits for a lock
  await client.query(`grant set on parameter session_replication_role to ${connection.user}`); // for clear()
  await client.query(`alter database ${connection.database} with allow_connections false is_template true`);
  await client.end();
}
