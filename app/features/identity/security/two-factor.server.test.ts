import { beforeEach, describe, expect, test } from "vitest";
import { answerChallenge, signIn } from "~/features/identity/sign-in/sign-in.server";
import { auditOf, setSetting } from "../../../../tests/support/bookings";
import { testBrowser } from "../../../../tests/support/browser";
import { testWorld } from "../../../../tests/support/ctx";
import { totp, wrongTotp } from "../../../../tests/support/totp";
import {
  beginTwoFactor,
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "./two-factor.server";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
const email = "ada@mail.example";
const password = "lenticels on white bark";
let browser: ReturnType<typeof testBrowser>;

beforeEach(async () => {
  await clear();
  await setSetting(pool, "users.enable_two_factor_auth", "true");
  browser = testBrowser(world);
  await browser.signUp(email, password);
});

async function begin() {
  const begun = await beginTwoFactor(await browser.signedIn(), browser.auth(), { password });
  if (!begun.ok) throw new Error(begun.reason);
  return begun.setup;
}

async function setUp() {
  const { secret } = await begin();
  const done = await confirmTwoFactor(await browser.signedIn(), browser.auth(), { code: totp(secret) });
  if (!done.ok) throw new Error(done.reason);
  return { secret, codes: done.recovery_codes };
}

/** A new browser that has given the password and not yet the code. */
async function challenged() {
  const other = testBrowser(world);
  expect(await signIn(ctx(), other.auth(), { email, password })).toEqual({ ok: true, next: "two-factor" });
  const answer = (kind: "totp" | "recovery", code: string) =>
    answerChallenge(ctx(), other.auth(), { kind, code });
  return { other, answer };
}

const IN = { ok: true, next: "signed in" };
const state = async () => readTwoFactor(await browser.signedIn());

describe("setting two-factor up", () => {
  test("takes effect with the first right code and writes to the audit trail", async () => {
    const before = await browser.signedIn();
    const { secret, picture } = await begin();
    expect(picture).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await state()).toEqual({ offered: true, on: false });
    expect(await signIn(ctx(), testBrowser(world).auth(), { email, password })).toEqual(IN);

    const wrong = await confirmTwoFactor(await browser.signedIn(), browser.auth(), {
      code: wrongTotp(secret),
    });
    expect(wrong).toMatchObject({ ok: false, reason: "wrong", field: "code" });
    expect(await state()).toEqual({ offered: true, on: false });

    const done = await confirmTwoFactor(await browser.signedIn(), browser.auth(), { code: totp(secret) });
    expect(done.ok && new Set(done.recovery_codes).size).toBe(10);
    expect(await state()).toEqual({ offered: true, on: true });
    const after = await browser.signedIn();
    expect(after.actor.session_id).not.toBe(before.actor.session_id);
    expect(await auditOf(pool, after.actor.id)).toContain("user.two_factor_enabled");
  });

  test("requires the password and the setting", async () => {
    const ask = async (given: string) =>
      beginTwoFactor(await browser.signedIn(), browser.auth(), { password: given });
    expect(await ask("something else")).toMatchObject({ ok: false, reason: "wrong", field: "password" });
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    expect(await ask(password)).toEqual({ ok: false, reason: "not offered" });
    expect((await pool.query("select 1 from two_factors")).rows).toEqual([]);
  });

  test("can't be confirmed before it began, twice, or after the setting was turned off", async () => {
    const confirm = async (code: string) =>
      confirmTwoFactor(await browser.signedIn(), browser.auth(), { code });
    expect(await confirm("123456")).toEqual({ ok: false, reason: "not on" });
    const { secret } = await begin();
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    expect(await confirm(totp(secret))).toEqual({ ok: false, reason: "not offered" });
    await setSetting(pool, "users.enable_two_factor_auth", "true");
    expect((await confirm(totp(secret))).ok).toBe(true);
    expect(await confirm(totp(secret))).toEqual({ ok: false, reason: "already on" });
    expect(await beginTwoFactor(await browser.signedIn(), browser.auth(), { password })).toEqual({
      ok: false,
      reason: "already on",
    });
  });

  test("accepts only the newest secret after it was started again", async () => {
    const older = await begin();
    const newer = await begin();
    const confirm = async (code: string) =>
      confirmTwoFactor(await browser.signedIn(), browser.auth(), { code });
    expect(await confirm(totp(older.secret))).toMatchObject({ ok: false, reason: "wrong" });
    expect((await confirm(totp(newer.secret))).ok).toBe(true);
  });

  test("stores neither the secret nor the recovery codes in plain text", async () => {
    const { secret, codes } = await setUp();
    const stored = JSON.stringify((await pool.query("select * from two_factors")).rows);
    for (const one of [secret, ...codes]) expect(stored).not.toContain(one);
  });
});

describe("signing in with two-factor on", () => {
  test("asks for a code after the password and refuses access before it", async () => {
    const { secret } = await setUp();
    const { other, answer } = await challenged();
    expect(await other.user()).toBeNull();
    expect(await answer("totp", wrongTotp(secret))).toEqual({ ok: false, reason: "invalid" });
    expect(await other.user()).toBeNull();
    expect(await answer("totp", totp(secret))).toEqual(IN);
    expect((await other.signedIn()).actor.email).toBe(email);
  });

  test("starts over after five wrong codes", async () => {
    const { secret } = await setUp();
    const { other, answer } = await challenged();
    for (let time = 0; time < 5; time += 1) {
      expect(await answer("totp", wrongTotp(secret))).toEqual({ ok: false, reason: "invalid" });
    }
    expect(await answer("totp", totp(secret))).toEqual({ ok: false, reason: "expired" });
    expect(await other.user()).toBeNull();
    const again = await challenged();
    expect(await again.answer("totp", totp(secret))).toEqual(IN);
  });

  test("reports a code without a password step as expired", async () => {
    const { secret } = await setUp();
    const stranger = testBrowser(world);
    expect(await answerChallenge(ctx(), stranger.auth(), { kind: "totp", code: totp(secret) })).toEqual({
      ok: false,
      reason: "expired",
    });
  });

  test("accepts each recovery code once", async () => {
    const { codes } = await setUp();
    const [code = "", next = ""] = codes;
    const first = await challenged();
    expect(await first.answer("recovery", code)).toEqual(IN);
    const second = await challenged();
    expect(await second.answer("recovery", code)).toEqual({ ok: false, reason: "invalid" });
    expect(await second.answer("recovery", next)).toEqual(IN);
  });

  test("still asks for a code after the setting was turned off", async () => {
    const { secret } = await setUp();
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    const { answer } = await challenged();
    expect(await answer("totp", totp(secret))).toEqual(IN);
  });
});

describe("renewing the recovery codes", () => {
  const renew = async (code: string, given = password) =>
    renewRecoveryCodes(await browser.signedIn(), browser.auth(), { password: given, code });

  test("replaces the old codes", async () => {
    const { secret, codes } = await setUp();
    const current = totp(secret);
    expect(await renew(current, "something else")).toMatchObject({ reason: "wrong", field: "password" });
    expect(await renew(wrongTotp(secret))).toMatchObject({ reason: "wrong", field: "code" });
    const renewed = await renew(current);
    const [code = ""] = renewed.ok ? renewed.recovery_codes : [];
    const { answer } = await challenged();
    expect(await answer("recovery", codes[0] ?? "")).toEqual({ ok: false, reason: "invalid" });
    expect(await answer("recovery", code)).toEqual(IN);
    const { actor } = await browser.signedIn();
    expect(await auditOf(pool, actor.id)).toContain("user.recovery_codes_renewed");
  });

  test("works in a browser whose session token is older than the setup", async () => {
    const other = testBrowser(world);
    const visitor = other.auth();
    await signIn(ctx(), visitor, { email, password });
    const { secret } = await setUp();
    const proof = { password, code: totp(secret) };
    expect((await renewRecoveryCodes(await other.signedIn(), other.auth(), proof)).ok).toBe(true);
  });

  test("is refused while two-factor is off", async () => {
    expect(await renew("123456")).toEqual({ ok: false, reason: "not on" });
  });
});

describe("turning two-factor off", () => {
  const turnOff = async (code: string, given = password) =>
    turnOffTwoFactor(await browser.signedIn(), browser.auth(), { password: given, code });
  const isOn = async () => (await state()).on;

  test("requires the password and a code, also when the setting is off", async () => {
    const { secret } = await setUp();
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    const wrongPassword = await turnOff(totp(secret), "something else");
    expect(wrongPassword).toMatchObject({ ok: false, reason: "wrong", field: "password" });
    for (const code of [wrongTotp(secret), "abcde-fghij"]) {
      expect(await turnOff(code)).toMatchObject({ ok: false, reason: "wrong", field: "code" });
    }
    expect(await state()).toEqual({ offered: false, on: true });
    expect(await turnOff(totp(secret))).toEqual({ ok: true });
    expect(await state()).toEqual({ offered: false, on: false });
    expect((await pool.query("select 1 from two_factors")).rows).toEqual([]);
    expect(await signIn(ctx(), testBrowser(world).auth(), { email, password })).toEqual(IN);
    expect(await turnOff(totp(secret))).toEqual({ ok: false, reason: "not on" });
    const { actor } = await browser.signedIn();
    expect(await auditOf(pool, actor.id)).toContain("user.two_factor_disabled");
  });

  test("accepts a recovery code and uses it up", async () => {
    const { codes } = await setUp();
    expect(await turnOff(codes[0] ?? "", "something else")).toMatchObject({ field: "password" });
    expect(await turnOff(codes[0] ?? "")).toEqual({ ok: true });
    expect(await isOn()).toBe(false);
  });

  test("refuses a code that was already used to sign in", async () => {
    const { secret } = await setUp();
    const { answer } = await challenged();
    expect(await answer("totp", totp(secret))).toEqual(IN);
    expect(await turnOff(totp(secret))).toMatchObject({ ok: false, field: "code" });
    expect(await isOn()).toBe(true);
  });

  test("sends an email, as do turning it on and renewing the codes", async () => {
    const { secret } = await setUp();
    const proof = { password, code: totp(secret) };
    const renewed = await renewRecoveryCodes(await browser.signedIn(), browser.auth(), proof);
    const [code = ""] = renewed.ok ? renewed.recovery_codes : [];
    expect(await turnOff(code)).toEqual({ ok: true });
    expect(await queues.run("two-factor-mail")).toBe(3);
    const { rows } = await pool.query(
      "select recipient, subject, text from mails where occasion like 'two-factor:%'",
    );
    expect(rows.map(({ subject }) => subject).sort()).toEqual([
      "New recovery codes for your White Birch Cleaning account",
      "Two-factor authentication is off for your White Birch Cleaning account",
      "Two-factor authentication is on for your White Birch Cleaning account",
    ]);
    for (const { recipient, text } of rows) {
      expect(recipient).toBe(email);
      expect(text).toContain("https://site.example/profile/security");
      for (const one of [secret, code, password]) expect(text).not.toContain(one);
    }
  });
});

test("administrators can set up two-factor whatever the setting", async () => {
  await setSetting(pool, "users.enable_two_factor_auth", "false");
  const { actor } = await browser.signedIn();
  expect(await state()).toEqual({ offered: false, on: false });
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'admin', now())", [
    actor.id,
  ]);
  expect(await state()).toEqual({ offered: true, on: false });
  await setUp();
  expect(await state()).toEqual({ offered: true, on: true });
});
