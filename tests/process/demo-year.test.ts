import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

vi.setConfig({ testTimeout: 180_000 });
const WAITING = { timeout: 90_000, interval: 50 };

const SEEDS = [
  "site",
  "catalogue",
  "demo",
  "plans",
  "fieldwork",
  "claims",
  "codes",
  "year",
  "hours",
  "letters",
  "voices",
];

/** A database of DATABASE_URL whose site is the demo with its year. */
async function aDemo() {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), durable: false });
  onTestFinished(() => postgres.stop());
  const env = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: await temporaryFolder(), DEMO: "on", RATE_LIMIT_FACTOR: "0" },
    APP_SECRET: "a secret of the tests, long enough to sign",
  };
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(() => client.end());
  const rows = async (sql: string) => (await client.query(sql)).rows;
  return {
    rows,
    run: () => runServer(env),
    /** Waits until so many processes wait for a lock of this kind. */
    waiting: (kind: "advisory" | "relation", processes: number) =>
      vi.waitFor(
        async () =>
          expect(await rows(`select from pg_locks where locktype = '${kind}' and not granted`)).toHaveLength(
            processes,
          ),
        WAITING,
      ),
  };
}

type Demo = Awaited<ReturnType<typeof aDemo>>;

const YEAR = "hashtextextended('seed:year', 0)";

/** Every seed ran once, the year is there, and all sums that rows keep agree with what they were added up of. */
async function expectOneYear({ rows }: Demo): Promise<void> {
  expect((await rows("select name from seeds")).map(({ name }) => name).toSorted()).toEqual(SEEDS.toSorted());
  const [counts] = await rows(`select
    (select count(*) from bookings)::int as visits,
    (select sum(change) from row_counts where table_name = 'bookings')::int as counted,
    (select count(*) from crews)::int as crews,
    (select count(*) from storm_days)::int as storms,
    (select count(*) from orders o where charged <> (select coalesce(sum(amount), 0) from charges c
      where c.order_id = o.id and c.status = 'completed'))::int as wrong,
    (select sum(amount) from figures where kind = 'orders')::int - (select sum(charged - coalesce(tips, 0)) from orders
      where status = 'completed')::int as apart`);
  expect(counts).toMatchObject({ counted: counts.visits, crews: 4, storms: 1, wrong: 0, apart: 0 });
  expect(counts.visits).toBeGreaterThan(1800);
  expect(counts.visits).toBeLessThan(2600);
}

test("a process that is killed in the middle of the demo's year leaves nothing of it, and the next start has it whole", async () => {
  const demo = await aDemo();
  await demo.rows(`select pg_advisory_lock(${YEAR})`);
  const first = demo.run();
  await demo.waiting("advisory", 1);
  await demo.rows("begin; lock table reviews in exclusive mode"); // the year stores its visits and their money before
  await demo.rows(`select pg_advisory_unlock(${YEAR})`);
  await demo.waiting("relation", 1);
  first.child.kill("SIGKILL");
  await first.ended;
  await demo.rows("rollback");
  await vi.waitFor(
    async () =>
      expect(await demo.rows("select from pg_stat_activity where application_name = 'white-birch'")).toEqual(
        [],
      ),
    WAITING,
  );
  expect(await demo.rows("select from seeds where name = 'year'")).toEqual([]);
  expect(await demo.rows("select from storm_days")).toEqual([]);

  await demo.run().ready;
  await expectOneYear(demo);
});

test("two processes that start a demo at the same moment give it one year", async () => {
  const demo = await aDemo();
  await demo.rows(`select pg_advisory_lock(${YEAR})`);
  const [first, second] = [demo.run(), demo.run()];
  await demo.waiting("advisory", 2);
  await demo.rows(`select pg_advisory_unlock(${YEAR})`);
  await Promise.all([first.ready, second.ready]);
  await expectOneYear(demo);
});

test("'Reset to DEMO' brings the whole year back, in one go with the account that did it", async () => {
  const demo = await aDemo();
  const site = demo.run();
  const address = await site.ready;
  const [, email = "", password = ""] = /Demo administrator: (\S+), password (\S+)/.exec(site.output()) ?? [];
  const post = (path: string, fields: Record<string, string>, cookie = "") =>
    fetch(`${address}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: address, cookie },
      body: new URLSearchParams(fields),
    });
  const signedIn = await post("/login", { email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  await demo.rows(
    "delete from seeds where name = 'voices'; update crews set name = 'Of somebody' where name = 'Cedar crew'",
  );
  const reset = await post(
    "/admin/settings/advanced",
    { intent: "reset", word: "DEMO", confirm: "DEMO" },
    cookie,
  );
  expect(reset.status).toBe(303);
  await expectOneYear(demo);
  expect(await demo.rows("select from crews where name = 'Of somebody'")).toEqual([]);
  expect((await fetch(`${address}/admin`, { redirect: "manual", headers: { cookie } })).status).toBe(200);
});
