import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { type Connection, openDatabase } from "~/platform/database.server";

/** A database of its own for a test file: migrated, with the catalogue; dropped after the file's last test. */
export const testDatabase = () => databaseLike(inject("postgres").template);

/** The same without any table. */
export const emptyDatabase = () => databaseLike("template0");

async function databaseLike(
  template: string,
): Promise<ReturnType<typeof openDatabase> & { connection: Connection }> {
  const { superuser, owner } = inject("postgres");
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asSuperuser(`create database ${database} template ${template} owner ${owner}`);

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
