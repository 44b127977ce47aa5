import { existsSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { aBody } from "../support/bookings";
import { runServer } from "../support/server-process";
import { queryAt } from "../support/tcp-postgres";
import { temporaryFolder } from "../support/temporary-folder";

vi.setConfig({ testTimeout: 240_000 });

const OWNER = {
  company_name: "Lakeside Home Care",
  first_name: "Dana",
  last_name: "Reed",
  email: "dana@lakeside.example",
  password: "quiet harbor lamp",
};
const LAKE = { street: "5 Lake Road", city: "Naples", state: "ME", zip: "04055" };
const REGULAR = "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0001";

/** What the demo company is told by: its name, addresses, crews, members, staff, customers and coupons, those of its year too. */
const DEMO_WORDS =
  "white birch|whitebirchcleaning|birch crew|maple crew|mail\\.example|whitcomb|ouellette|lindqvist|ana flores|ben tuttle|carol nguyen|diego ruiz|fatima hassan|jonah pruitt|dylan frost|cedar crew|spruce crew|erin caldwell|joel pratt|paula dunn|tessa quimby|suncook valley dental|merrimack builders|SPRING15|site admin|pittsfield|barnstead";

function visitor(address: string) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, fields?: Record<string, string>) => {
    const answer = await fetch(address + path, {
      method: fields ? "POST" : "GET",
      redirect: "manual",
      headers: {
        Origin: address,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() };
  };
  return { ask };
}

/** Every row of every table that says one of the words. */
async function tracesIn(url: string): Promise<string[]> {
  const tables = await queryAt(
    url,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await queryAt(
      url,
      `select x::text as line from "${name}" x where x::text ~* '${DEMO_WORDS}' limit 3`,
    );
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found;
}

/** Looks into the database of a stopped site. */
async function lookInto<Seen>(dataDir: string, look: (url: string) => Promise<Seen>): Promise<Seen> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  return look(postgres.url).finally(() => postgres.stop());
}

async function stop(site: ReturnType<typeof runServer>) {
  site.child.kill("SIGTERM");
  await site.ended;
}

/** Asks for a visit; returns where it leads to. */
async function begin(address: string, serviceId: string): Promise<URL> {
  const date = String(Temporal.Now.plainDateISO("America/New_York").add({ months: 1 }));
  const answer = await fetch(`${address}/api/create-payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: address },
    body: JSON.stringify(aBody({ date, address: LAKE }, { serviceId })),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return new URL((await answer.json()).url);
}

test("leaving the demo leaves no trace of it in the database, and takes no pretended money afterward", async () => {
  const dataDir = await temporaryFolder();
  const demo = runServer({ DATA_DIR: dataDir, DEMO: "on", RATE_LIMIT_FACTOR: "0" });
  const address = await demo.ready;
  expect(await (await fetch(address)).text()).toContain("Start your own company");
  const [, email = "", password = ""] = /Demo administrator: (\S+), password (\S+)/.exec(demo.output()) ?? [];
  const { ask } = visitor(address);
  await ask("/login", { email, password });
  const left = await ask("/admin/own", OWNER);
  expect([left.status, left.location]).toEqual([303, "/admin/setup"]);
  expect((await ask("/admin/setup")).location).toBe("/admin/setup/company");
  expect(await (await fetch(address)).text()).not.toContain("This is a demo");
  expect(existsSync(`${dataDir}/demo-logins.json`)).toBe(false);

  const priced = { [`add_${REGULAR}`]: "on", [`price_${REGULAR}`]: "55" };
  await ask("/admin/setup/services", { intent: "save", ...priced });
  await ask("/admin/setup/crews", { intent: "save", name: "Crew 1", members: "Ana" });
  const checkout = await begin(address, "regular-cleaning");
  expect(checkout.pathname + [...checkout.searchParams.keys()], "paid on the day").toBe("/paymentorder,key");
  await stop(demo);
  expect(await lookInto(dataDir, tracesIn)).toEqual([]);

  const again = runServer({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "0" });
  const later = await again.ready;
  expect(again.output()).not.toMatch(/Demo|Start your company/);
  const dana = visitor(later);
  await dana.ask("/login", { email: OWNER.email, password: OWNER.password });
  expect((await dana.ask("/admin")).html).toContain("Set up your company");
  await stop(again);
});

test("the search for traces finds the demo, or it would prove nothing", async () => {
  const dataDir = await temporaryFolder();
  const demo = runServer({ DATA_DIR: dataDir, DEMO: "on" });
  await demo.ready;
  await stop(demo);
  expect((await lookInto(dataDir, tracesIn)).length).toBeGreaterThan(10);
});

test("DEMO=off starts an empty site, whose printed link makes the first owner once", async () => {
  const dataDir = await temporaryFolder();
  const site = runServer({ DATA_DIR: dataDir, DEMO: "off", RATE_LIMIT_FACTOR: "0" });
  const address = await site.ready;
  const [, path = ""] =
    /Start your company: http:\/\/localhost:\d+(\/start\?key=\S+)/.exec(site.output()) ?? [];
  expect(path).not.toBe("");
  const stranger = visitor(address);
  expect((await stranger.ask("/start?key=guess")).status).toBe(404);
  expect((await stranger.ask("/start?key=guess", OWNER)).status).toBe(404);
  expect((await stranger.ask("/")).html).not.toContain("This is a demo");

  const { ask } = visitor(address);
  expect((await ask(path)).status).toBe(200);
  const weak = await ask(path, { ...OWNER, password: "password" });
  expect([weak.status, weak.html]).toEqual([400, expect.stringContaining("too easy to guess")]);
  const made = await ask(path, OWNER);
  expect([made.status, made.location]).toEqual([303, "/login?redirect=%2Fadmin%2Fsetup"]);
  expect((await ask(path)).status).toBe(404);
  expect((await ask(path, { ...OWNER, email: "mallory@mail.example" })).status).toBe(404);
  await ask("/login", { email: OWNER.email, password: OWNER.password });
  expect((await ask("/admin/setup/company")).html).toContain("Lakeside Home Care");
  await stop(site);
  expect(await lookInto(dataDir, tracesIn)).toEqual([]);
});

test("a fresh site on DATABASE_URL has no services, crews or people, and is not the demo", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: "a secret of the tests, long enough to sign",
    DATA_DIR: await temporaryFolder(),
    ADMIN_EMAIL: "boss@lakeside.example",
    ADMIN_PASSWORD: "quiet harbor lamp",
  };
  const address = await runServer(env).ready;
  const { ask } = visitor(address);
  await ask("/login", { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
  expect((await ask("/admin")).html).toMatch(/Set up your company: .*0.* of .*11.* done/);
  const [rows] = await queryAt(
    postgres.url,
    "select (select count(*) from crews)::int as crews, (select count(*) from services)::int as services, (select count(*) from users)::int as users",
  );
  expect(rows).toEqual({ crews: 0, services: 0, users: 1 });
});
