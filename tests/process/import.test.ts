import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { aVisit, CUSTOMERS, visitsFile } from "../support/imported-visits";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

vi.setConfig({ testTimeout: 240_000 });

const OWNER = { email: "boss@lakeside.example", password: "quiet harbor lamp" };
const VISITS = 4_000;

/** A browser without script that is logged in as the owner. */
async function visitorOf(address: string) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, body?: BodyInit) => {
    const answer = await fetch(address + path, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: {
        Origin: address,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(body && { body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    await answer.text();
    return { status: answer.status, location: answer.headers.get("Location") ?? "" };
  };
  await ask("/login", new URLSearchParams(OWNER));
  return ask;
}

test("a program that is killed in the middle of an import goes on where it was, and stores each visit once", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), durable: false });
  onTestFinished(() => postgres.stop());
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(() => client.end());
  const env = {
    ...{
      DATABASE_URL: postgres.url,
      APP_SECRET: randomUUID() + randomUUID(),
      DATA_DIR: await temporaryFolder(),
    },
    ...{ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, RATE_LIMIT_FACTOR: "0" },
  };
  const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 100_000, interval: 20 });
  const one = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows[0];
  const stateOf = async (id: string) =>
    (await one("select state from import_runs where id = $1", [id])).state;

  const first = runServer(env);
  const ask = await visitorOf(await first.ready);
  /** Uploads a file, maps it as it is recognized and starts its import. */
  async function start(content: string): Promise<string> {
    const form = new FormData();
    form.set("file", new File([content], "file.csv"));
    const { location } = await ask("/admin/imports/upload", form);
    const id = location.split("/").at(-1) ?? "";
    const { mapping } = await one("select mapping from import_runs where id = $1", [id]);
    const columns = mapping.map((field: string | null, place: number) => [`column_${place}`, field ?? ""]);
    await ask(location, new URLSearchParams([["intent", "map"], ["vendor", "other"], ...columns]));
    await until(async () => expect(await stateOf(id)).toBe("checked"));
    expect((await ask(location, new URLSearchParams({ intent: "commit" }))).status).toBe(303);
    return id;
  }

  await client.query(
    `insert into services (id, title, description, price_per_hour, subscription_type, service_type)
     values ('regular', 'Regular Cleaning', 'Rooms', 5000, 'one_time', 'residential') on conflict do nothing`,
  );
  const customers = await start(CUSTOMERS);
  await until(async () => expect(await stateOf(customers)).toBe("committed"));
  const rows = Array.from({ length: VISITS }, (_, n) =>
    aVisit({ "Booking ID": String(n), Date: `${1 + (n % 12)}/${1 + (n % 28)}/2025` }),
  );
  const id = await start(visitsFile(...rows));
  await until(async () =>
    expect((await one("select cursor from import_runs where id = $1", [id])).cursor).toBeGreaterThan(1),
  );
  first.child.kill("SIGKILL");
  await first.ended;
  const stored = await one("select count(*)::int from bookings where history_of is not null");
  expect(stored.count).toBeGreaterThan(0);
  expect(stored.count).toBeLessThan(VISITS);
  expect(await stateOf(id)).toBe("committing");

  // What the monitor does when a process has been silent for a minute.
  await client.query(
    "update pgboss.job set heartbeat_on = now() - interval '2 minutes' where name = 'commit-import' and state = 'active'",
  );
  await client.query(
    "update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = 'commit-import'",
  );
  await runServer(env).ready;
  await until(async () => {
    await client.query(
      "update pgboss.job set start_after = now() where name = 'commit-import' and state = 'retry' and start_after > now()",
    );
    expect(await stateOf(id)).toBe("committed");
  });
  expect(
    await one(
      "select count(*)::int, count(distinct number)::int as numbers from bookings where history_of is not null",
    ),
  ).toEqual({
    ...{ count: VISITS, numbers: VISITS },
  });
  expect(await one("select count(*)::int from import_visits")).toEqual({ count: VISITS });
});
