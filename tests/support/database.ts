import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { expectNamedTables, statementsThrough } from "./statements";

/**
 * A database for one test file, migrated and with the catalog; dropped after its last test. `db` has the site's rights.
 * `pool`, `ownerDb` and `connection` belong to the test, which owns the tables.
 */
export async function testDatabase() {
  const { connection, pool, db: ownerDb } = await databaseLike(inject("postgres").template);
  const site = { ...connection, user: inject("postgres").site };
  const { db, pool: sitePool, close } = openDatabase(site, { max: 10 });
  const sent = statementsThrough(sitePool);
  afterAll(async () => {
    await close();
    expectNamedTables(sent);
  });
  return { db, pool, ownerDb, connection, site, sitePool };
}

/** A database without tables, all the owner's. */
export const emptyDatabase = () => databaseLike("template0");

/** A copy of a test's database, to which nothing is connected now. */
export const copyOfDatabase = ({ database }: { database: string }) => databaseLike(database);

async function databaseLike(template: string) {
  const { superuser, owner } = inject("postgres");
  const database = `test_${randomBytes(6).toString("hex")}`;
  // Copying files is several times as fast as writing them into the log page by page.
  await asSuperuser(`create database ${database} template ${template} owner ${owner} strategy file_copy`);

  const connection = { host: superuser.host, user: owner, database };
  const opened = openDatabase(connection, { max: 10 });
  afterAll(async () => {
    await opened.close();
    await asSuperuser(`drop database ${database} with (force)`);
  });
  return { ...opened, connection };

  async function asSuperuser(sql: string) {
    const client = new Client(superuser);
    await client.connect();
    await client.query(sql);
    await client.end();
  }
}
