import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { auditOf, setSetting } from "../support/bookings";
import { testPasskey } from "../support/passkey";
import { PASSWORD, signedIn } from "../support/sign-in";
import { totp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { toastOf, visitor } from "../support/visitor";

const site = await testApp();
const { pool, queues, runtime, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.02 });

beforeEach(clear);

type Visitor = ReturnType<typeof visitor>;

/** Somebody who is signed in, with their browser. */
async function somebody(where = site) {
  const person = await signedIn(where);
  const browser = visitor(where);
  for (const pair of person.cookie.split("; ")) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)/.exec(pair) ?? [];
    browser.jar.set(name, value);
  }
  return { ...person, browser };
}

const security = (browser: Visitor, fields: Record<string, string>) =>
  browser.send("/profile/security", fields);

/** The challenge of a new passkey, after the proof. */
async function begin(browser: Visitor, proof: Record<string, string> = {}) {
  const page = await security(browser, { intent: "begin-passkey", password: PASSWORD, ...proof });
  const html = await page.text();
  const [, challenge = ""] = /challenge\\?",\\?"([\w-]{20,})/.exec(html) ?? [];
  return { status: page.status, html, challenge };
}

async function add(browser: Visitor, device = testPasskey(ORIGIN), proof: Record<string, string> = {}) {
  const { challenge } = await begin(browser, proof);
  const response = device.create(challenge);
  const answer = await security(browser, { intent: "add-passkey", name: "My phone", response });
  return { device, toast: toastOf(answer), response };
}

async function challengeOf(browser: Visitor): Promise<string> {
  const answer = await browser.send("/api/passkey-options", {});
  expect(answer.status).toBe(200);
  return (await answer.json()).challenge;
}

const logIn = async (browser: Visitor, response: string, headers: Record<string, string> = {}) =>
  browser.send("/login/passkey", { response, redirect: "/profile" }, headers);

const stored = async () =>
  (await pool.query("select name, user_id, credential_id from passkeys order by created_at")).rows;

describe("a new passkey", () => {
  test("is stored after the password, listed, recorded and told to the owner", async () => {
    const ada = await somebody();
    const { device, toast } = await add(ada.browser);
    expect(toast?.title).toBe("Passkey added");
    expect(await stored()).toEqual([{ name: "My phone", user_id: ada.id, credential_id: device.id }]);
    const page = visibleText(await (await ada.browser.get("/profile/security")).text());
    expect(page).toMatch(/My phoneAdded \w{3} \d\d, \d{4}, not used yetRemove/);
    expect(await auditOf(pool, ada.id)).toContain("user.passkey_added");
    expect(await queues.run("passkey-mail")).toBe(1);
    const { rows } = await pool.query("select recipient, subject from mails where occasion like 'passkey:%'");
    expect(rows).toEqual([
      { recipient: ada.email, subject: "New passkey for your White Birch Cleaning account" },
    ]);
  });

  test.each([
    ["", "Your password is required"],
    ["a guess", "Incorrect password"],
  ])("is not begun with the password %j", async (password) => {
    const { browser } = await somebody();
    const { status, challenge } = await begin(browser, { password });
    expect([status, challenge]).toEqual([400, ""]);
    expect((await pool.query("select 1 from verifications")).rows).toEqual([]);
  });

  test("needs a code as well when two-factor is on", async () => {
    const ada = await withTwoFactor(site, "ada@mail.example");
    const browser = visitor(site);
    await browser.send("/login", { email: "ada@mail.example", password: PASSWORD });
    const used = totp(ada.secret); // read once: half a minute later there is another one
    await browser.send("/two-factor", { code: used });
    expect((await begin(browser)).challenge).toBe("");
    expect((await begin(browser, { code: "000000" })).challenge).toBe("");
    expect((await begin(browser, { code: used })).challenge).toBe("");
    expect((await begin(browser, { code: totp(ada.secret, 1) })).challenge).not.toBe("");
  });

  test("is refused without a beginning, twice, for another site, or without the owner's verification", async () => {
    const { browser } = await somebody();
    const device = testPasskey(ORIGIN);
    const send = async (response: string) =>
      toastOf(await security(browser, { intent: "add-passkey", name: "", response }))?.title;
    const REFUSED = "The passkey could not be added";
    expect(await send(device.create("made-up"))).toBe(REFUSED);
    for (const options of [{ origin: "https://evil.example" }, { isVerified: false }]) {
      expect(await send(device.create((await begin(browser)).challenge, options))).toBe(REFUSED);
    }
    for (const text of ["", "{}", "nonsense", JSON.stringify({ id: "x", response: {} })]) {
      await begin(browser);
      expect(await send(text)).toBe(REFUSED);
    }
    expect(await stored()).toEqual([]);
    const { response } = await add(browser, device);
    expect(await send(response)).toBe(REFUSED);
    expect(await stored()).toHaveLength(1);
  });

  test("is refused for somebody else's beginning, and when somebody has it already", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const { challenge } = await begin(eve.browser);
    const cookie = [...eve.browser.jar].find(([name]) => name.endsWith("wb.passkey")) ?? ["", ""];
    ada.browser.jar.set(...cookie);
    const response = testPasskey(ORIGIN).create(challenge);
    const refused = await security(ada.browser, { intent: "add-passkey", name: "", response });
    expect(toastOf(refused)?.title).toBe("The passkey could not be added");
    const { device } = await add(ada.browser);
    expect((await add(eve.browser, device)).toast?.title).toBe("The passkey could not be added");
    expect(await stored()).toEqual([expect.objectContaining({ user_id: ada.id })]);
  });
});

describe("signing in with a passkey", () => {
  test("needs no password and no code, and is noted", async () => {
    const ada = await withTwoFactor(site, "ada@mail.example");
    const owner = visitor(site);
    await owner.send("/login", { email: "ada@mail.example", password: PASSWORD });
    await owner.send("/two-factor", { code: totp(ada.secret) });
    const { device } = await add(owner, undefined, { code: totp(ada.secret, 1) });
    const browser = visitor(site);
    const response = await logIn(browser, device.get(await challengeOf(browser)));
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/profile"]);
    expect(toastOf(response)?.title).toBe("Login successful!");
    expect(await browser.isSignedIn()).toBe(true);
    const { rows } = await pool.query(
      "select details from audit_log where action = 'user.signed_in' order by id desc limit 1",
    );
    expect(rows).toEqual([{ details: { step: "passkey" } }]);
    expect(visibleText(await (await browser.get("/profile/security")).text())).toMatch(
      /, last used \w{3} \d\d/,
    );
  });

  test("is refused with an answer that was sent before", async () => {
    const { browser: owner } = await somebody();
    const { device } = await add(owner);
    const browser = visitor(site);
    const answer = device.get(await challengeOf(browser));
    const cookies = new Map(browser.jar);
    expect((await logIn(browser, answer)).headers.get("Location")).toBe("/profile");
    const thief = visitor(site);
    for (const pair of cookies) thief.jar.set(...pair);
    const refused = await logIn(thief, answer);
    expect(refused.headers.get("Location")).toBe("/login?redirect=%2Fprofile");
    expect(toastOf(refused)?.description).toBe("This login has expired. Please try again.");
    expect(await thief.isSignedIn()).toBe(false);
  });

  test.each([
    [
      "another site's origin",
      (it: Device, challenge: string) => it.get(challenge, { origin: "https://evil.example" }),
    ],
    ["another challenge", (it: Device) => it.get("bWFkZS11cA")],
    [
      "no verification of the owner",
      (it: Device, challenge: string) => it.get(challenge, { isVerified: false }),
    ],
    ["an unknown key", (_: Device, challenge: string) => testPasskey(ORIGIN).get(challenge)],
    [
      "another key under a known id",
      (it: Device, challenge: string) => {
        const forged = JSON.parse(testPasskey(ORIGIN).get(challenge));
        return JSON.stringify({ ...forged, id: it.id, rawId: it.id });
      },
    ],
    ["nonsense", () => "{}"],
  ])("is refused with %s", async (_, forge) => {
    const { browser: owner } = await somebody();
    const { device } = await add(owner);
    const sessions = (await pool.query("select 1 from sessions")).rowCount;
    const browser = visitor(site);
    const refused = await logIn(browser, forge(device, await challengeOf(browser)));
    expect(refused.headers.get("Location")).toBe("/login?redirect=%2Fprofile");
    expect(toastOf(refused)).toMatchObject({ title: "Login failed", destructive: true });
    expect(await browser.isSignedIn()).toBe(false);
    expect((await pool.query("select 1 from sessions")).rowCount).toBe(sessions);
  });

  test("is refused with the challenge of a new passkey", async () => {
    const { browser } = await somebody();
    const { device } = await add(browser);
    const { challenge } = await begin(browser);
    const refused = await logIn(browser, device.get(challenge));
    expect(toastOf(refused)?.title).toBe("Login failed");
  });

  test("is refused without an Origin, as are its options", async () => {
    const { browser: owner } = await somebody();
    const { device } = await add(owner);
    const browser = visitor(site);
    const answer = device.get(await challengeOf(browser));
    const without = (path: string, fields: Record<string, string>) =>
      site.app.request(
        new Request(ORIGIN + path, {
          method: "POST",
          headers: { Cookie: [...browser.jar].map((pair) => pair.join("=")).join("; ") },
          body: new URLSearchParams(fields),
        }),
      );
    expect((await without("/api/passkey-options", {})).status).toBe(403);
    expect(toastOf(await without("/login/passkey", { response: answer }))?.title).toBe("Login failed");
    expect((await logIn(browser, answer)).headers.get("Location")).toBe("/profile");
  });

  test("never redirects to another site, and asks to verify the email first where that is required", async () => {
    const ada = await somebody();
    const { device } = await add(ada.browser);
    const browser = visitor(site);
    const response = device.get(await challengeOf(browser));
    const sent = await browser.send("/login/passkey", { response, redirect: "//evil.example" });
    expect(sent.headers.get("Location")).toBe("/");
    await setSetting(pool, "users.require_email_verification", "true");
    await pool.query("update users set email_verified = false");
    const other = visitor(site);
    const refused = await logIn(other, device.get(await challengeOf(other)));
    expect(toastOf(refused)?.description).toBe(
      "Please verify your email first. We just sent you a new link.",
    );
    expect(await other.isSignedIn()).toBe(false);
  });

  test("is limited", async () => {
    const browser = visitor(limited);
    const ask = async () => (await browser.send("/api/passkey-options", {})).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    await logIn(browser, testPasskey(ORIGIN).get("bWFkZS11cA"));
    const refused = await logIn(browser, testPasskey(ORIGIN).get("bWFkZS11cA"));
    expect(toastOf(refused)?.description).toMatch(/^Too many attempts/);
  });
});

type Device = ReturnType<typeof testPasskey>;

describe("removing a passkey", () => {
  test("takes the password, and it then signs nobody in", async () => {
    const ada = await somebody();
    const { device } = await add(ada.browser);
    const { rows } = await pool.query("select id from passkeys");
    const remove = { intent: "remove-passkey", passkey: rows[0].id };
    expect((await security(ada.browser, { ...remove, password: "a guess" })).status).toBe(400);
    expect(await stored()).toHaveLength(1);
    const form = await ada.browser.get(`/profile/security?do=remove-passkey&passkey=${rows[0].id}`);
    expect(visibleText(await form.text())).toContain("“My phone” no longer opens your account after that.");
    const done = await security(ada.browser, { ...remove, password: PASSWORD });
    expect(toastOf(done)?.title).toBe("Passkey removed");
    expect(await stored()).toEqual([]);
    expect(await auditOf(pool, ada.id)).toContain("user.passkey_removed");
    expect((await queues.waiting("passkey-mail")).map(({ change }) => change)).toEqual(["added", "removed"]);
    const browser = visitor(site);
    await logIn(browser, device.get(await challengeOf(browser)));
    expect(await browser.isSignedIn()).toBe(false);
  });

  test("of somebody else changes nothing", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    await add(ada.browser);
    const { rows } = await pool.query("select id from passkeys");
    await security(eve.browser, { intent: "remove-passkey", passkey: rows[0].id, password: PASSWORD });
    expect(await stored()).toHaveLength(1);
    expect(await auditOf(pool, eve.id)).not.toContain("user.passkey_removed");
  });
});

test("a stranger's passkey is removed when the owner of the email sets a password", async () => {
  const stranger = await somebody();
  const { device } = await add(stranger.browser);
  await pool.query("update users set email_verified = false");
  const reset = await runtime.auth.resetToken(stranger.email);
  await visitor(site).send(`/reset-password?token=${reset?.token}`, { password: "a quiet river in May" });
  const browser = visitor(site);
  await logIn(browser, device.get(await challengeOf(browser)));
  expect(await browser.isSignedIn()).toBe(false);
});
