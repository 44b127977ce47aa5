import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { HELD, HELD_ALL } from "~/features/notifications/email/hold.server";
import { openDatabase } from "~/platform/database/database.server";
import { readEnv } from "~/platform/env.server";
import { siteFacts } from "~/platform/site-facts.server";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../../../../tests/support/certificate";
import { testWorld } from "../../../../../tests/support/ctx";
import { nameServer } from "../../../../../tests/support/name-server";
import { aColleague, staffCtx } from "../../../../../tests/support/staff";
import { fakeStripe } from "../../../../../tests/support/stripe";
import type { Check } from "../check";
import { good } from "../check";
import { STRIPE_EVENTS } from "../payments";
import { checkNow, readReport } from "../queries.server";
import { saveSelector } from "../save.server";
import { runChecks, type World } from "./define.server";
import { emailChecks } from "./email.server";
import { machineChecks } from "./machine.server";

const stripe = await fakeStripe({ secretKey: "sk_live_birch" });
const dns = await nameServer();
const site = await testWorld({ stripe: stripe.url });
const { pool, clock, clear, dataDir } = site;

/** A web server that says what time it is. */
const time = { says: "" };
const timeServer = http.createServer((_, response) => {
  response.sendDate = false;
  if (time.says) response.setHeader("Date", time.says);
  response.end();
});
await new Promise<void>((resolve) => timeServer.listen(0, "127.0.0.1", resolve));
afterAll(() => timeServer.close());
const timeUrl = `http://127.0.0.1:${(timeServer.address() as AddressInfo).port}`;

const ENV = {
  DATABASE_URL: "postgres://birch:the-password@db.birch.com/birch",
  APP_SECRET: "a secret of the tests, long enough to sign",
  STRIPE_SECRET_KEY: "sk_live_birch",
  STRIPE_WEBHOOK_SECRET: "whsec_birch",
  SMTP_URL: "smtp://birch:the-mail-password@smtp.gmail.com:587",
  ORIGIN: "https://site.example",
};
const worldWith = (env: Record<string, string> = {}): World => ({
  ...site.ctx(),
  site: { ...siteFacts(readEnv({ ...ENV, DATA_DIR: dataDir, ...env })), timeUrl },
  clock: () => clock.now,
  outside: { nameServers: [dns.address] },
});
const byId = (checks: Check[]) => Object.fromEntries(checks.map(({ id, ...check }) => [id, check]));
const checked = async (world = worldWith()) => byId((await checkNow(world)).checks);

const set = (name: string, value: string) =>
  pool.query(
    `insert into admin_settings (category, key, value, created_at, updated_at)
     values (split_part($1, '.', 1), split_part($1, '.', 2), $2, now(), now())`,
    [name, value],
  );

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  time.says = "Mon, 01 Jun 2026 12:00:00 GMT";
  dns.records.clear();
  dns.silent.clear();
  dns.refused.clear();
  dns.asked.length = 0;
  stripe.books.endpoints.length = 0;
  stripe.trouble.clear();
  await mkdir(path.join(dataDir, "backups"), { recursive: true });
});

describe("email", () => {
  const emailsOf = async (world = worldWith(), limitMs?: number) =>
    byId((await runChecks(world, emailChecks, limitMs)).checks);

  test("the demo's sender and a free mailbox are not looked up", async () => {
    expect((await emailsOf()).sender?.state).toBe("broken");
    await set("email.from_email", "birch@gmail.com");
    const found = await emailsOf();
    expect(found.sender?.state).toBe("todo");
    expect(Object.keys(found)).toEqual(["mail-server", "sent", "sender"]);
    expect(dns.asked).toEqual([]);
  });

  test("a domain with all records is good", async () => {
    await set("email.from_email", "hello@birch.com");
    dns.records.set("MX birch.com", ["20 mx2.birch.com", "10 mx1.birch.com"]);
    dns.records.set("TXT birch.com", ["site-verification=1", "v=spf1 include:_spf.google.com ~all"]);
    dns.records.set("TXT google._domainkey.birch.com", [`v=DKIM1; k=rsa; p=${"M".repeat(400)}`]);
    dns.records.set("TXT _dmarc.birch.com", ["v=DMARC1; p=none"]);
    const { sent, ...found } = await emailsOf();
    expect(Object.values(found).map(({ state }) => state)).toEqual(Array(6).fill("good"));
    expect(found.mx?.says).toContain("mx1.birch.com");
    expect(found.dkim?.says).toContain("DKIM key google");
    expect(sent?.state).toBe("todo");
  });

  test("a domain without records gets the records to add, and a subdomain has its parent's DMARC", async () => {
    await set("email.from_email", "hello@mail.birch.com");
    dns.records.set("TXT _dmarc.birch.com", ["v=DMARC1; p=reject"]);
    const found = await emailsOf();
    expect(["mx", "spf", "dkim", "dmarc"].map((id) => found[id]?.state)).toEqual([
      ...["broken", "broken", "unknown", "good"],
    ]);
    expect(found.spf?.mend?.copy?.text).toBe('mail.birch.com. TXT "v=spf1 include:_spf.google.com ~all"');
  });

  test("an entered selector is the only one that is asked for", async () => {
    await set("email.from_email", "hello@birch.com");
    const office = await staffCtx(site);
    expect(await saveSelector(office(), "not a selector")).toMatchObject({ ok: false });
    expect(await saveSelector(office(), " Key1._domainkey.birch.com ")).toEqual({ ok: true });
    dns.records.set("TXT google._domainkey.birch.com", ["p=MIIB"]);
    expect((await emailsOf()).dkim).toMatchObject({
      state: "broken",
      mend: { copy: { text: expect.stringMatching(/^key1\._domainkey\.birch\.com\. TXT/) } },
    });
    dns.records.set("TXT key1._domainkey.birch.com", ["v=DKIM1; p=MIIB"]);
    expect((await emailsOf()).dkim?.state).toBe("good");
    expect(dns.asked).not.toContain("TXT google._domainkey.birch.com");
    await saveSelector(office(), "");
    expect((await emailsOf()).dkim?.says).toContain("DKIM key google");
    const { rows } = await pool.query("select details -> 'after' as after from audit_log order by id");
    expect(rows).toEqual([{ after: { dkim_selector: "key1" } }, { after: { dkim_selector: "" } }]);
  });

  test("a name server that is silent makes only its own checks unknown", async () => {
    await set("email.from_email", "hello@birch.com");
    dns.records.set("TXT _dmarc.birch.com", ["v=DMARC1; p=none"]);
    dns.silent.add("birch.com");
    const found = await emailsOf(worldWith(), 300);
    expect(["mx", "spf", "dmarc", "mail-server"].map((id) => found[id]?.state)).toEqual([
      ...["unknown", "unknown", "good", "good"],
    ]);
    expect(found.spf?.says).toContain("There was no answer within 0.3 seconds");
  });

  test("name servers that refuse or are away are told from a domain without records", async () => {
    await set("email.from_email", "hello@birch.com");
    dns.refused.add("birch.com");
    const says = "This could not be checked. The name servers of this machine don't answer questions about";
    expect((await emailsOf()).spf).toMatchObject({ state: "unknown", says: `${says} birch.com (EREFUSED).` });
    const away = { ...worldWith(), outside: { nameServers: ["127.0.0.1:9"] } };
    expect((await emailsOf(away)).mx).toMatchObject({
      state: "unknown",
      says: expect.stringContaining(`${says} birch.com (`),
    });
  });

  test("failed emails of the last week are counted, those held for imported customers are not", async () => {
    const add = (status: string, days: number, error: string | null, recipient = "a@mail.example") =>
      pool.query(
        `insert into mails (occasion, recipient, subject, html, text, status, error, sent_at, created_at, updated_at)
         values ($1, $2, '', '', '', $3, $4, $5, $5, $5)`,
        [randomUUID(), recipient, status, error, clock.now.subtract({ hours: 24 * days }).toString()],
      );
    await add("failed", 6, "550 no such mailbox");
    for (const held of [HELD, HELD_ALL]) await add("failed", 5, held);
    await add("failed", 8, "550 no such mailbox");
    await add("sent", 9, null);
    expect((await emailsOf()).sent).toMatchObject({
      state: "todo", // it may be that address
      says: "1 email could not be sent in the last week. The last email was sent 9 days ago.",
    });
    for (const name of ["b", "c"]) await add("failed", 5, "550 no such mailbox", `${name}@mail.example`);
    expect((await emailsOf()).sent?.state).toBe("broken");
    await pool.query("update mails set sent_at = $1 where status = 'sent'", [clock.now.toString()]);
    expect((await emailsOf()).sent?.state).toBe("todo"); // the mail server sends to others
  });
});

describe("payments", () => {
  test("live keys, a webhook with every event, and an event that arrived are good", async () => {
    const url = "https://site.example/api/webhooks/stripe";
    const endpoint = { id: "we_1", created: 1, url, status: "enabled", enabled_events: [...STRIPE_EVENTS] };
    stripe.books.endpoints.push(endpoint);
    await pool.query(
      "insert into payment_events (id, provider, type, object_id, received_at) values ('evt_1', 'stripe', '', '', $1)",
      [clock.now.subtract({ hours: 2 }).toString()],
    );
    const { provider, webhook, event } = await checked();
    expect([provider?.state, webhook?.state, event?.state]).toEqual(["good", "good", "good"]);
    endpoint.enabled_events.pop();
    expect((await checked()).webhook?.says).toContain("invoice.payment_action_required");
  });

  test("a restricted key that may not read webhooks is no error", async () => {
    stripe.trouble.add({ kind: 403, of: "GET /v1/webhook_endpoints" });
    expect((await checked()).webhook).toMatchObject({
      state: "unknown",
      says: expect.stringContaining("may not read"),
    });
  });

  test("a Stripe that doesn't know the key makes the check unknown, and the key is not repeated", async () => {
    const found = await checked(worldWith({ STRIPE_SECRET_KEY: "sk_live_oak" }));
    expect(found.webhook?.state).toBe("unknown");
    expect(JSON.stringify(found)).not.toContain("sk_live_oak");
  });

  test("a site without a provider has no checks of Stripe", async () => {
    const found = await checked(worldWith({ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }));
    expect(found.provider).toMatchObject({ state: "good", says: expect.stringContaining("paid on the day") });
    expect(found.webhook ?? found.event).toBeUndefined();
  });
});

test("backups, second factors and demo data are read from the database", async () => {
  await pool.query(
    `insert into backups (file, reason, status, verified_at, created_at, updated_at)
     values ('a.jsonl.gz', 'nightly', 'verified', $1, $1, $1)`,
    [clock.now.subtract({ hours: 3 }).toString()],
  );
  await aColleague(site, "dispatcher", "Dana");
  await aColleague(site, "crew_lead", "Lee");
  const found = await checked();
  expect(found.backup).toMatchObject({ state: "good", says: expect.stringContaining("3 hours ago") });
  expect(found.disk?.state).toBe("good"); // another machine
  expect(found["second-factor"]).toMatchObject({
    state: "todo",
    says: expect.stringMatching(/^1 of 1 staff/),
  });
  expect(found.demo?.says).toContain("2 accounts");
  const owner = await aColleague(site, "owner", "Olga");
  expect((await checked())["second-factor"]?.state).toBe("broken");
  await pool.query("update users set two_factor_enabled = true where id = $1", [owner().actor.id]);
  expect((await checked())["second-factor"]?.state).toBe("todo");
});

test("the site's user, the clocks and the disk are looked at", async () => {
  const machine = async (world = worldWith()) => byId((await runChecks(world, machineChecks)).checks);
  const found = await machine();
  expect([found.secret?.state, found.database?.state, found.space?.state]).toEqual(["good", "good", "good"]);
  expect(found.clock?.state).toBe("good");
  expect(found["database-clock"]?.state).toBe("broken"); // the tests' clock stands still
  time.says = "Mon, 01 Jun 2026 11:59:00 GMT";
  expect((await machine()).clock?.says).toMatch(/^The server's clock is 60 seconds ahead of 127\.0\.0\.1/);
  time.says = "";
  expect((await machine()).clock?.state).toBe("unknown");
  const nowhere = worldWith();
  nowhere.site.timeUrl = "http://time.invalid";
  expect((await machine(nowhere)).clock?.says).toMatch(/^This could not be checked\. .*time\.invalid/);
  const owner = await machine({ ...worldWith(), db: site.ownerDb });
  expect(owner.database).toMatchObject({ state: "todo", says: expect.stringContaining("One database user") });
});

test("a clock that is years off is found though every certificate looks wrong by it", async () => {
  const secure = https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_, response) => {
    response.setHeader("Date", "Mon, 01 Jun 2026 12:00:00 GMT");
    response.end();
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void secure.close());
  clock.set("2016-06-01T12:00:00Z");
  const world = worldWith();
  world.site.timeUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  expect(byId((await runChecks(world, machineChecks)).checks).clock?.state).toBe("broken");
});

test("background work counts as done while a process looks at the clock", async () => {
  const jobs = async () => byId((await runChecks(worldWith(), machineChecks)).checks).jobs?.state;
  await pool.query("update pgboss.version set cron_on = null");
  expect(await jobs()).toBe("broken");
  await pool.query("update pgboss.version set cron_on = $1", [clock.now.toString()]);
  expect(await jobs()).toBe("good");
});

test("a check that fails or hangs is unknown, and the others are as they are", async () => {
  const kind = { group: "machine", title: "One" } as const;
  const { checks } = await runChecks(
    worldWith(),
    () => [
      { ...kind, id: "hangs", look: () => new Promise(() => {}) },
      { ...kind, id: "fails", look: () => Promise.reject(new Error("the-password")) },
      {
        ...kind,
        id: "refused",
        look: () => Promise.reject(Object.assign(new Error(), { code: "ECONNREFUSED" })),
      },
      { ...kind, id: "absent", look: async () => null },
      { ...kind, id: "good", look: async () => good("So it is.") },
    ],
    50,
  );
  expect(checks.map(({ id, state }) => [id, state])).toEqual([
    ["hangs", "unknown"],
    ["fails", "unknown"],
    ["refused", "unknown"],
    ["good", "good"],
  ]);
  expect(JSON.stringify(checks)).not.toContain("the-password");
});

test("a report holds no secret of the environment", async () => {
  const said = JSON.stringify(await checkNow(worldWith()));
  for (const secret of ["the-password", "the-mail-password", ENV.APP_SECRET, "sk_live_birch", "whsec_birch"])
    expect(said).not.toContain(secret);
});

test("a page gets the last report at once, and one that is older than five minutes is renewed behind it", async () => {
  const office = await staffCtx(site);
  await checkNow(worldWith());
  clock.advance({ minutes: 4 });
  expect(await readReport(office(), worldWith())).toMatchObject({ running: false });
  clock.advance({ minutes: 2 });
  const old = await readReport(office(), worldWith());
  expect(old).toMatchObject({ running: true, checked: "Jun 01, 2026, 8:00 AM" });
  await checkNow(worldWith()); // waits for those that are under way
  expect(await readReport(office(), worldWith())).toMatchObject({
    running: false,
    checked: expect.stringContaining("8:06 AM"),
  });
});

test("a database that doesn't answer makes what it knows unknown", async () => {
  const dead = openDatabase({ connectionString: "postgres://nobody@127.0.0.1:9/nothing" });
  const { checks } = await checkNow({ ...worldWith(), db: dead.db });
  await dead.close();
  const found = byId(checks);
  expect([found.jobs?.state, found.backup?.state, found.contact?.state]).toEqual(Array(3).fill("unknown"));
  expect([found.origin?.state, found.space?.state]).toEqual(["broken", "good"]);
});
