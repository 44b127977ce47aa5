import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "~/platform/database.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "~/platform/embedded-postgres.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { seedCatalogue } from "../../db/seed/catalogue";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all tests of a run share, and the database on it that each test file copies. */
    postgres: {
      superuser: { host: string; user: string; database: string };
      owner: string;
      template: string;
    };
  }
}

/** Starts one PostgreSQL for a run, with a migrated database that holds the catalogue as the template. */
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
  const { superuser, connection } = postgres;
  project.provide("postgres", { superuser, owner: connection.user, template: connection.database });
  return tearDown;
}

async function makeTemplate({ connection, superuser }: EmbeddedPostgres): Promise<void> {
  const { db, pool, close } = openDatabase(connection, { max: 1 });
  await migrateDatabase(pool);
  await seedCatalogue(db);
  await close();

  const client = new Client(superuser);
  await client.connect();
  await client.query(`alter database ${connection.database} with allow_connections false is_template true`);
  await client.end();
}
