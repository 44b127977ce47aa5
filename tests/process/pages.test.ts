import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

/** Two processes on one database, both with the article in their page cache. */
async function twoSites() {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), durable: false });
  onTestFinished(() => postgres.stop());
  const env = { DATABASE_URL: postgres.url, APP_SECRET: "a secret of the tests, long enough to sign" };
  const start = async () => runServer({ ...env, DATA_DIR: await temporaryFolder() }).ready;
  const sites = [await start(), await start()] as const;
  for (const site of sites) await untilCached(site);
  /** Stores a contact message, which no page shows. */
  const write = async () => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      "insert into contact_messages (submission_id, name, email, message) values ($1, 'Ada', 'ada@mail.example', 'Hello')",
      [randomUUID()],
    );
    await client.end();
  };
  return { one: sites[0], other: sites[1], write };
}

/** A page from the cache has no request id. */
async function pageOf(site: string) {
  const answer = await fetch(`${site}/blog/3`);
  return { text: await answer.text(), isKept: !answer.headers.has("x-request-id") };
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const untilCached = (site: string) =>
  until(async () => expect(await pageOf(site)).toMatchObject({ isKept: true }));

test("a change in one process shows in the other at once, and a change that no page shows keeps the cached pages", async () => {
  const { one, other, write } = await twoSites();
  expect((await pageOf(other)).text).not.toContain("found this helpful");

  await write();
  for (const site of [one, other]) expect(await pageOf(site)).toMatchObject({ isKept: true });

  await fetch(`${one}/blog/3/helpful`, {
    method: "POST",
    redirect: "manual",
    headers: { "X-Live": "/blog/3" },
  });
  await until(async () => expect((await pageOf(other)).text).toContain("1 person found this helpful"));
  await untilCached(other);
  expect((await pageOf(other)).text).toContain("1 person found this helpful");
}, 120_000);
