import { beforeEach, describe, expect, test } from "vitest";
import { GOING_LIVE_PAGE } from "~/features/operations/doctor/check";
import { askForProof } from "~/platform/http/site-proof.server";
import { testApp, until, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp({ rateLimitFactor: 1 });
const { pool, get, clear, clock, runtime } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await pool.query("delete from rate_limits");
  clock.advance({ minutes: 6 });
  await signIn();
});

test("the page opens at once, and shows the checks when they are done", async () => {
  const first = await page(GOING_LIVE_PAGE);
  expect(first.status).toBe(200);
  expect(first.text).toContain("The checks are running.");
  await until(async () => !(await page(GOING_LIVE_PAGE)).text.includes("The checks are running."));
  const { text, html } = await page(GOING_LIVE_PAGE);
  expect(text).toMatch(/\d+ things stand between you and the public/);
  expect(text).toContain("ORIGIN is https://site.example, which nobody else can reach.");
  expect(text).toContain("ORIGIN=https://www.your-domain.com");
  expect(html).toContain('href="/admin/settings?tab=email"');
});

test("checking again works without script, and says what was found", async () => {
  const { status, to, response } = await post(GOING_LIVE_PAGE, { intent: "check" });
  expect([status, to]).toEqual([303, GOING_LIVE_PAGE]);
  expect(toastOf(response)).toMatchObject({
    title: "Checked",
    description: expect.stringMatching(/^\d+ broken/),
  });
  expect((await page(GOING_LIVE_PAGE)).text).toContain("Checked on");
});

test("a page that was opened elsewhere than at ORIGIN says so", async () => {
  await post(GOING_LIVE_PAGE, { intent: "check" });
  const { cookie } = await signedIn(site, { role: "admin", email: "olga@white-birch.example" });
  const at = async (Host: string) =>
    visibleText(await (await get(GOING_LIVE_PAGE, { Cookie: cookie, Host })).text());
  expect(await at("www.oak.com")).toContain(
    "You opened this page at www.oak.com, but ORIGIN says site.example.",
  );
  expect(await at("site.example")).not.toContain("You opened this page");
});

test("whoever checks too often is told to wait", async () => {
  for (let time = 0; time < 30; time++)
    expect((await post(GOING_LIVE_PAGE, { intent: "check" })).status).toBe(303);
  const { status, text } = await post(GOING_LIVE_PAGE, { intent: "check" });
  expect(status).toBe(429);
  expect(text).toContain("Please wait a few minutes.");
});

describe("the DKIM selector", () => {
  beforeEach(() =>
    pool.query(
      `insert into admin_settings (category, key, value, created_at, updated_at)
       values ('email', 'from_email', 'hello@localhost', now(), now())`,
    ),
  );

  test("is stored, and a wrong one comes back with what to do", async () => {
    const wrong = await post(GOING_LIVE_PAGE, { intent: "selector", selector: "<b>no</b>" });
    expect(wrong.status).toBe(400);
    expect((await post(GOING_LIVE_PAGE, { intent: "selector", selector: "Key1" })).status).toBe(303);
    const { rows } = await pool.query("select value from admin_settings where key = 'dkim_selector'");
    expect(rows).toEqual([{ value: "key1" }]);
  });
});

test("a dispatcher may neither see the page nor check", async () => {
  const { cookie } = await signedIn(site, { role: "dispatcher", email: "dana@white-birch.example" });
  expect((await get(GOING_LIVE_PAGE, { Cookie: cookie })).status).toBe(403);
  expect((await post(GOING_LIVE_PAGE, { intent: "check" }, cookie)).status).toBe(403);
});

describe("the dashboard", () => {
  test("counts what is left before a company's own site is public, for those who may mend it", async () => {
    await setSetting(pool, "site.kind", "demo");
    await post(GOING_LIVE_PAGE, { intent: "check" });
    expect((await page("/admin")).text).not.toContain("before the public");
    await setSetting(pool, "site.kind", "own");
    await post(GOING_LIVE_PAGE, { intent: "check" });
    expect((await page("/admin")).text).toMatch(/\d+ things before the public/);
    const { cookie } = await signedIn(site, { role: "dispatcher", email: "dana@white-birch.example" });
    const dispatchers = visibleText(await (await get("/admin", { Cookie: cookie })).text());
    expect(dispatchers).toContain("Dashboard");
    expect(dispatchers).not.toContain("before the public");
  });

  test("lists what broke since it was right, with the way to what mends it", async () => {
    await post(GOING_LIVE_PAGE, { intent: "check" });
    expect((await page("/admin")).text).not.toContain("broke on the site");
    await pool.query("update watched_checks set was_right = true where id = 'origin'");
    const { text, html } = await page("/admin/attention?kind=checks");
    expect(text).toContain("1 thing broke on the site");
    expect(text).toContain(
      "Address of the site: ORIGIN is https://site.example, which nobody else can reach.",
    );
    expect(html).toContain(`href="${GOING_LIVE_PAGE}#check-origin"`);
    expect((await page(GOING_LIVE_PAGE)).html).toContain('id="check-origin"');
    const { cookie } = await signedIn(site, { role: "dispatcher", email: "dana@white-birch.example" });
    const dispatchers = visibleText(await (await get("/admin", { Cookie: cookie })).text());
    expect(dispatchers).not.toContain("broke on the site");
  });
});

test("/healthz proves who it is to this site only, and says whether there was a proxy", async () => {
  const proof = askForProof(runtime.links);
  const direct = await (await get(proof.path)).text();
  const forwarded = await (await get(proof.path, { "X-Forwarded-For": "192.0.2.1" })).text();
  expect(proof.read(direct)).toEqual({ forwarded: false });
  expect(proof.read(forwarded)).toEqual({ forwarded: true });
  expect(askForProof(runtime.links).read(direct)).toBeNull();
  for (const path of ["/healthz", "/healthz?nonce=abc&key=abc", proof.path.replace("key=", "key=x")])
    expect(await (await get(path)).text()).toBe("alive\n");
});
