import { test } from "@playwright/test";
import { Client } from "pg";
import { e2eDataDir } from "../../support/e2e-data";

/** Queries the site's own database, for what no page can do. Change only rows of the test. */
export async function askDatabase(sql: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const { port } = new URL(test.info().project.use.baseURL ?? "");
  const client = new Client({ host: e2eDataDir(port), user: "postgres", database: "whitebirch" });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
