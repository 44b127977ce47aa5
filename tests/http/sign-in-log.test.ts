import { beforeEach, expect, test } from "vitest";
import { openLog } from "~/platform/log.server";
import { anAccount, PASSWORD as password } from "../support/account";
import { testApp } from "../support/app";
import { setSetting } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { totp, wrongTotp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { visitor } from "../support/visitor";

const site = await testApp({ trustProxy: true });
const { pool, runtime, clear } = site;
const limited = await testApp({ trustProxy: true, rateLimitFactor: 0.1 });

const email = "ada@mail.example";
const client = "203.0.113.9";
const from = { "X-Forwarded-For": client };

type Line = { msg: string; account?: string | null; client?: string; step?: string; reason?: string };
let text = "";
const note = (line: string) => {
  text += line;
};
let account: string;

beforeEach(async () => {
  await clear();
  account = await anAccount(site, email);
  text = "";
  for (const world of [runtime, limited.runtime]) {
    world.log = openLog("info", { write: note });
  }
});

/** Log lines about sign-ins, oldest first. */
const signInLines = (msg: RegExp = /^a sign-in/): Line[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line): Line => JSON.parse(line))
    .filter((line) => msg.test(line.msg))
    .map(({ msg, account, client, step, reason }) => ({ msg, account, client, step, reason }));

const REFUSED = { msg: "a sign-in was refused", client };

test("a sign-in is logged with its account and network address", async () => {
  await visitor(site).send("/login", { email, password }, from);
  expect(signInLines()).toEqual([{ msg: "a sign-in succeeded", account, client, step: "password" }]);
});

test("a wrong password and an unknown address are logged as refused, without what was typed", async () => {
  await visitor(site).send("/login", { email, password: "guess of a stranger" }, from);
  await visitor(site).send("/login", { email: "nobody@mail.example", password: "guess of a stranger" }, from);
  expect(signInLines()).toEqual([
    { ...REFUSED, account, step: "password", reason: "wrong password" },
    { ...REFUSED, account: null, step: "password", reason: "wrong password" },
  ]);
  expect(text).not.toMatch(/guess of|@mail\.example/);
});

test("a sign-in with an unverified address is logged as refused", async () => {
  await setSetting(pool, "users.require_email_verification", "true");
  await pool.query("update users set email_verified = false");
  await visitor(site).send("/login", { email, password }, from);
  expect(signInLines()).toEqual([{ ...REFUSED, account, step: "password", reason: "unverified" }]);
});

test("a sign-in after too many tries is logged as refused, with its account", async () => {
  await limited.clear();
  const account = await anAccount(limited, email);
  for (let n = 0; n < 2; n += 1) await visitor(limited).send("/login", { email, password: "no" }, from);
  expect(signInLines().at(-1)).toEqual({
    ...REFUSED,
    account,
    step: "password",
    reason: "too many tries",
  });
});

test("a code after too many tries is logged as refused, with its account", async () => {
  const elsewhere = { "X-Forwarded-For": "203.0.113.10" };
  const { id, secret } = await withTwoFactor(limited, "grace@mail.example");
  const grace = visitor(limited);
  await grace.send("/login", { email: "grace@mail.example", password }, elsewhere);
  for (const _ of [1, 2]) await grace.send("/two-factor", { code: wrongTotp(secret) }, elsewhere);
  expect(signInLines().at(-1)).toMatchObject({ account: id, step: "totp", reason: "too many tries" });
});

test("wrong codes and the right code are each logged", async () => {
  const { secret, id } = await withTwoFactor(site, "grace@mail.example");
  const halfway = async () => {
    const ada = visitor(site);
    await ada.send("/login", { email: "grace@mail.example", password }, from);
    return ada;
  };
  await (await halfway()).send("/two-factor", { code: wrongTotp(secret) }, from);
  await (await halfway()).send("/two-factor?recovery", { code: "abcde-fghij" }, from);
  await (await halfway()).send("/two-factor", { code: totp(secret) }, from);
  await visitor(site).send("/two-factor", { code: totp(secret) }, from);
  expect(signInLines()).toEqual([
    { ...REFUSED, account: id, step: "totp", reason: "wrong code" },
    { ...REFUSED, account: id, step: "recovery", reason: "wrong code" },
    { msg: "a sign-in succeeded", account: id, client, step: "totp" },
    { ...REFUSED, account: null, step: "totp", reason: "expired" },
  ]);
  expect(text).not.toContain(secret);
});

test("a sign-in on the verification page is logged and audited, wrong passwords too", async () => {
  await pool.query("update users set email_verified = false");
  const token = await runtime.auth.verificationToken({ id: account, email });
  const path = `/verify-email?token=${encodeURIComponent(token)}`;
  await visitor(site).send(path, { password: "not this one" }, from);
  await visitor(site).send(path, { password }, from);
  expect(signInLines()).toEqual([
    { ...REFUSED, account, step: "verify-email", reason: "wrong password" },
    { msg: "a sign-in succeeded", account, client, step: "verify-email" },
  ]);
  const { rows } = await pool.query(
    "select entity_id, details from audit_log where action = 'user.signed_in'",
  );
  expect(rows).toEqual([{ entity_id: account, details: { step: "verify-email" } }]);
  expect(text).not.toContain(token);
});

test("a refusal of the office, or of the password before a critical change, is logged", async () => {
  const [customer, boss] = [await signedIn(site), await signedIn(site, { role: "admin" })];
  const ask = (who: { cookie: string }, path: string, form?: Record<string, string>) =>
    visitor(site)[form ? "send" : "get"](path, form ?? {}, { ...from, Cookie: who.cookie });
  await site.get("/admin", { ...from, Cookie: customer.cookie });
  expect(signInLines(/office was refused/)[0]).toMatchObject({ account: customer.id, client });
  await ask(boss, "/proof", { password: "guess" });
  await ask(boss, "/profile/security", {
    intent: "change-password",
    current_password: "guess",
    new_password: "a quiet river in May",
  });
  const refused = { ...REFUSED, account: boss.id, step: "confirmation", reason: "wrong password" };
  expect(signInLines()).toEqual([refused, refused]);
});
