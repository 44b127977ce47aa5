import { beforeEach, describe, expect, test } from "vitest";
import { anAccount, PASSWORD as password } from "../support/account";
import { testApp, visibleText } from "../support/app";
import { quickHashing } from "../support/ctx";
import { totp, wrongTotp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { visitor } from "../support/visitor";

const site = await testApp({ trustProxy: true, rateLimitFactor: 1, hashing: quickHashing() });
const { pool, queues, clear } = site;

const email = "ada@mail.example";
const HOME = "203.0.113.9";
const ELSEWHERE = "203.0.113.200";

let strangers = 0;
beforeEach(async () => {
  await clear();
  strangers += 1; // a process remembers whom it refused, so each test has strangers and an owner of its own
});

const owner = () => `${strangers}-${email}`;
const via = (address: string) => ({ "X-Forwarded-For": address });
type Browser = ReturnType<typeof visitor>;
const logIn = (browser: Browser, address: string, word = password, name = owner()) =>
  browser.send("/login", { email: name, password: word }, via(address));
const askForReset = (browser: Browser, address: string, name = owner()) =>
  browser.send("/forgot-password", { email: name }, via(address));

/** The statuses of so many wrong passwords from each of the addresses, each try from a new browser. */
async function attack(addresses: string[], each: number, name = owner()): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < each; n += 1) {
    for (const address of addresses) {
      statuses.push((await logIn(visitor(site), address, `guess ${n}`, name)).status);
    }
  }
  return statuses;
}
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.${strangers}.${n}`);
const looked = (statuses: number[]) => statuses.filter((status) => status === 401).length;

/** A browser that has logged in once. */
async function knownBrowser(address: string): Promise<Browser> {
  const browser = visitor(site);
  expect((await logIn(browser, address)).status).toBe(303);
  await browser.send("/logout", {}, via(address));
  return browser;
}

describe("strangers who try 100 wrong passwords from 10 addresses", () => {
  test("don't keep the owner from logging in, on a known device or on a new one", async () => {
    await anAccount(site, owner());
    const desk = await knownBrowser(HOME);
    const statuses = await attack(addresses(10), 10);
    expect(statuses).toHaveLength(100);
    expect((await logIn(desk, HOME)).status, "a known device").toBe(303);
    expect((await logIn(desk, addresses(1)[0] ?? "")).status, "a known device in a stranger's network").toBe(
      303,
    );
    expect((await logIn(visitor(site), ELSEWHERE)).status, "a new device in another network").toBe(303);
  });

  test("are slowed down, and told for how long", async () => {
    await anAccount(site, owner());
    const from = addresses(10);
    expect(looked(await attack(from, 10))).toBeLessThanOrEqual(30 + 10 * 4);
    const refused = await logIn(visitor(site), from[0] ?? "");
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(visibleText(await refused.text())).toMatch(
      /Too many attempts\. Please wait (a minute|\d+ minutes) and try again\. You can also set a new password/,
    );
  });

  test("can't tell whether the email has an account", async () => {
    await anAccount(site, owner());
    const unknown = `nobody-${owner()}`;
    expect(await attack(addresses(10), 8, unknown)).toEqual(await attack(addresses(20).slice(10), 8));
  });

  test("don't keep the owner out who sets a new password on a new device in their own network", async () => {
    const id = await anAccount(site, owner());
    const [near = ""] = addresses(10);
    await attack(addresses(10), 10);
    const guest = visitor(site);
    expect((await logIn(guest, near)).status).toBe(429);
    await askForReset(guest, near);
    await queues.run("password-reset-mail");
    const { rows } = await pool.query("select text from mails where recipient = $1", [owner()]);
    const [, link = ""] = /https:\/\/site\.example(\/reset-password\?token=\S+)/.exec(rows[0]?.text) ?? [];
    const word = "a quiet river in May";
    expect((await guest.send(link, { password: word }, via(near))).status).toBe(303);
    expect((await logIn(guest, near, word)).status).toBe(303);
    const { rows: signedIn } = await pool.query("select 1 from sessions where user_id = $1", [id]);
    expect(signedIn).toHaveLength(1);
  });
});

describe("a known device", () => {
  test("has ten tries an hour of its own, and then counts as any other", async () => {
    await anAccount(site, owner());
    const thief = await knownBrowser(HOME);
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await logIn(thief, ELSEWHERE, `guess ${n}`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
  });

  test("of one account has no tries of its own at another", async () => {
    await anAccount(site, owner());
    await anAccount(site, `grace-${owner()}`);
    const stranger = await knownBrowser(HOME);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await logIn(stranger, ELSEWHERE, `guess ${n}`, `grace-${owner()}`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("who owns a /48 network gets one network's tries, not 256", async () => {
  await anAccount(site, owner());
  const within = Array.from({ length: 8 }, (_, n) => `2001:db8:${strangers}:${n}00::1`);
  expect(looked(await attack(within, 5))).toBe(20);
  expect((await logIn(visitor(site), `2001:db8:1${strangers}::1`)).status, "another /48").toBe(303);
});

describe("asking for a new password", () => {
  test("works on a known device while strangers use up the email's links, and its owner gets few", async () => {
    await anAccount(site, owner());
    const desk = await knownBrowser(HOME);
    const from = addresses(4);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1)
      for (const address of from) statuses.push((await askForReset(visitor(site), address)).status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(15);
    const unknown = await askForReset(visitor(site), ELSEWHERE);
    expect([unknown.status, Number(unknown.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect(visibleText(await unknown.text())).toContain(
      "A link that you got within the last hour still works.",
    );
    const own: number[] = [];
    for (let n = 0; n < 4; n += 1) own.push((await askForReset(desk, HOME)).status);
    expect(own).toEqual([303, 303, 303, 429]);
    expect(await queues.waiting("password-reset-mail")).toHaveLength(18);
  });
});

describe("wrong codes by somebody who knows the password", () => {
  const halfway = async (address: string, browser = visitor(site)) => {
    await logIn(browser, address);
    return (code: string) => browser.send("/two-factor", { code }, via(address));
  };

  test("end for all unknown devices together, but not on a known one", async () => {
    const { secret } = await withTwoFactor(site, owner());
    const desk = visitor(site);
    expect((await (await halfway(HOME, desk))(totp(secret))).status).toBe(303);
    await desk.send("/logout", {}, via(HOME));
    await pool.query("delete from verifications");
    const [one, other] = addresses(2) as [string, string];
    for (const address of [one, other]) {
      const answer = await halfway(address);
      for (let n = 0; n < 5; n += 1) await answer(wrongTotp(secret));
    }
    const locked = await (await halfway(ELSEWHERE))(totp(secret));
    expect([locked.status, Number(locked.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await (await halfway(HOME, desk))(totp(secret))).status, "a known device").toBe(303);
  });
});
