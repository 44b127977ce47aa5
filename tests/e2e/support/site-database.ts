import { test } from "@playwright/test";
import { Client } from "pg";
import { e2eDataDir } from "../../support/e2e-data";

/** Asks the site's own database, for what no page can bring about. Change only rows that are the test's own. */
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
