import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { endPhone } from "~/features/fieldwork/phones/invite.server";
import { queueNews } from "~/features/fieldwork/push/deliver.server";
import { openPushKeys } from "~/features/fieldwork/push/keys.server";
import type { StaffCtx } from "~/platform/context.server";
import { listenForChanges } from "~/platform/database/change-listener.server";
import { ORIGIN, testApp } from "../support/app";
import { aCrewsDay } from "../support/crew";
import { aPushBrowser } from "../support/push-service";
import { staffCtx } from "../support/staff";

const site = await testApp({ rateLimitFactor: 1 });
const { pool, clock, clear, app, runtime } = site;
const ENDPOINT = "https://push.example/send/1";
let staff: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(site);
  its = await aCrewsDay(site, staff);
});

type Sent = { method?: string; body?: string; type?: string; address?: string };

async function ask(
  cookie: string,
  { method = "GET", body, type = "application/json", address = "/crew/push" }: Sent = {},
) {
  const headers = { Cookie: cookie, ...(body !== undefined && { "Content-Type": type }) };
  const response = await app.request(new Request(ORIGIN + address, { method, headers, body }));
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { response, status: response.status, json: isJson ? JSON.parse(text) : undefined };
}

const subscribe = (cookie: string, changes: object = {}) =>
  ask(cookie, {
    method: "POST",
    body: JSON.stringify({ ...aPushBrowser(ENDPOINT).subscription, expirationTime: null, ...changes }),
  });
const endpointOf = async ({ cookie }: typeof its.maria) => (await ask(cookie)).json.endpoint;

test("a phone gets the site's public key and the words of the button in its member's language", async () => {
  const maria = await ask(its.maria.cookie);
  expect(maria).toMatchObject({
    status: 200,
    json: { endpoint: null, words: { turn_on: "Avisarme de los cambios" } },
  });
  expect(maria.response.headers.get("Cache-Control")).toBe("no-store");
  const { publicKey, privateKey } = await openPushKeys(site.ctx());
  expect(maria.json.key).toBe(publicKey);
  expect(JSON.stringify(maria.json)).not.toContain(privateKey);
  expect((await ask(its.ben.cookie)).json.words.turn_on).toBe("Tell me about changes");
});

test("a phone says where it listens, and takes it back; another phone does neither for it", async () => {
  expect((await subscribe(its.maria.cookie)).status).toBe(204);
  expect(await endpointOf(its.maria)).toBe(ENDPOINT);
  expect(await endpointOf(its.ben)).toBeNull();
  expect((await ask(its.ben.cookie, { method: "DELETE" })).status).toBe(204);
  expect(await endpointOf(its.maria)).toBe(ENDPOINT);
  expect((await ask(its.maria.cookie, { method: "DELETE" })).status).toBe(204);
  expect(await endpointOf(its.maria)).toBeNull();
});

test("a phone that waits for its PIN may renew its place in the night, and reads nothing of the day", async () => {
  clock.advance({ hours: 14 });
  expect((await ask(its.maria.cookie, { address: "/crew/day" })).status).toBe(401);
  expect((await subscribe(its.maria.cookie)).status).toBe(204);
  const { json } = await ask(its.maria.cookie);
  expect(Object.keys(json).sort()).toEqual(["endpoint", "key", "words"]);
});

test("nobody without a phone of the site says where to listen", async () => {
  for (const cookie of ["", "wb.phone=made-up"]) {
    const status = cookie === "" ? 401 : 410;
    expect((await ask(cookie)).status).toBe(status);
    expect((await subscribe(cookie)).status).toBe(status);
    expect((await ask(cookie, { method: "DELETE" })).status).toBe(status);
  }
  await subscribe(its.maria.cookie);
  await endPhone(staff(), its.maria);
  expect((await subscribe(its.maria.cookie)).status).toBe(410);
  expect((await pool.query("select from push_subscriptions")).rowCount).toBe(0);
});

const { keys } = aPushBrowser(ENDPOINT).subscription;

test.each<[object, string]>([
  [{ endpoint: "http://push.example/1" }, "endpoint: Address must start with https://."],
  [{ endpoint: "https://192.168.1.1/1" }, "endpoint: Address must be on the public internet."],
  [{ endpoint: "https://[fe80::1]/1" }, "endpoint: Address must be on the public internet."],
  [
    { endpoint: `https://push.example/${"x".repeat(3000)}` },
    "endpoint: Address can have at most 2,048 characters.",
  ],
  [{ endpoint: `${ENDPOINT}\0` }, "endpoint: Address can have no spaces"],
  [{ endpoint: 1 }, "endpoint: "],
  [{ keys: undefined }, "keys: "],
  [{ keys: { ...keys, auth: "short" } }, "keys.auth: must be 16 bytes in base64url"],
  [{ keys: { ...keys, p256dh: "B".repeat(87) } }, "keys.p256dh: must be a point of the curve P-256"],
])("a place that can't be right is refused with the field's name: case %#", async (changes, error) => {
  const refused = await subscribe(its.maria.cookie, changes);
  expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining(error) } });
  expect(await endpointOf(its.maria)).toBeNull();
});

test.each<[Sent, number]>([
  [{ body: "{" }, 400],
  [{ body: "null" }, 400],
  [{ body: "a=b", type: "application/x-www-form-urlencoded" }, 415],
])("a body that is no subscription is refused: case %#", async (sent, status) => {
  const refused = await ask(its.maria.cookie, { method: "POST", ...sent });
  expect(refused).toMatchObject({ status, json: { error: expect.stringMatching(/\S/) } });
});

test("a phone that says it again and again has to wait", async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) statuses.push((await subscribe(its.ben.cookie)).status);
  expect([statuses.indexOf(429), new Set(statuses)]).toEqual([30, new Set([204, 429])]);
  expect((await subscribe(its.maria.cookie)).status).toBe(204);
});

test("what somebody looks at on the phone is known to it", async () => {
  await subscribe(its.maria.cookie);
  const starts = async () =>
    (await pool.query("select known->'stops'->0->>'starts' as starts from push_subscriptions")).rows[0]
      .starts;
  await pool.query("update bookings set scheduled_time = '11:00'");
  await ask(its.maria.cookie, { address: "/crew/day" });
  expect(await starts()).toBe("8:00 AM");
  await ask(its.maria.cookie, { address: "/crew/day?seen" });
  expect(await starts()).toBe("11:00 AM");
});

test("a change in the crew's near days queues news once the crew has a phone that listens", async () => {
  // As server.ts does for the site.
  const queueing = vi.fn((crew: string | null) => queueNews(site.ctx(), crew));
  const listener = listenForChanges({
    connection: site.siteUser,
    log: runtime.log,
    onChange: () => {},
    onCrewDay: (crew) => void queueing(crew),
  });
  await listener.start();
  onTestFinished(() => listener.stop());
  await subscribe(its.maria.cookie);
  queueing.mockClear();
  await pool.query("update bookings set scheduled_date = current_date, crew_id = $1", [its.visit.crew_id]);
  await vi.waitFor(async () =>
    expect(await site.queues.waiting("push-news")).toEqual([{ crew_id: its.visit.crew_id }]),
  );
  expect(queueing).toHaveBeenCalledWith(its.visit.crew_id);
});
