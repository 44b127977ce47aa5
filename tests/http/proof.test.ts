import { beforeEach, describe, expect, test } from "vitest";
import { needsOf, OFFICE_PAGES } from "~/platform/auth/office-pages";
import { GRAVE } from "~/platform/auth/roles";
import { ORIGIN, testApp } from "../support/app";
import { giveBelongings } from "../support/belongings";
import { testPasskey } from "../support/passkey";
import { routeAddress, siteRoutes } from "../support/route-table";
import { PASSWORD, signedIn } from "../support/sign-in";
import { totp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { visitor } from "../support/visitor";

const site = await testApp();
const { app, pool, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.1 });

beforeEach(clear);

type Fields = Record<string, string>;

function ask(cookie: string, address: string, form?: Fields, where = app) {
  const body = form && new URLSearchParams(form);
  const method = form ? "POST" : "GET";
  return where.request(new Request(ORIGIN + address, { method, headers: { Cookie: cookie }, body }));
}

/** Whether the office asks for a proof before its mail server is changed. */
async function isAsked(cookie: string): Promise<boolean> {
  const { status } = await ask(cookie, "/admin/settings", { intent: "save", tab: "email" });
  expect([400, 428]).toContain(status);
  return status === 428;
}

const isGrave = (address: string, form?: Fields) =>
  needsOf(address, form)?.some((permission) => GRAVE.includes(permission)) ?? false;

const unproved = (role = "owner") => signedIn(site, { role, proved: false });
const countAudit = async () => (await pool.query("select count(*)::int as n from audit_log")).rows[0].n;

describe("with nothing but the session's cookie", () => {
  test("no grave page or form of the office is reached, and nothing changes", async () => {
    const { cookie, id } = await unproved();
    await giveBelongings(site, id);
    const before = await countAudit();
    const seen: string[] = [];
    const office = siteRoutes().flatMap(({ pattern }) => (pattern.startsWith("/admin") ? [pattern] : []));
    for (const pattern of office) {
      const address = routeAddress(pattern);
      if (isGrave(address)) {
        seen.push(pattern);
        const { status, headers } = await ask(cookie, address);
        expect([303, headers.get("Location")], address).toEqual([
          status,
          `/proof?${new URLSearchParams({ to: address })}`,
        ]);
      }
      for (const form of formsOf(pattern).filter((one) => isGrave(address, one))) {
        seen.push(`${pattern} ${Object.values(form).join(" ")}`);
        const { status } = await ask(cookie, address, form);
        expect([405, 428], `${address} ${form.intent}`).toContain(status); // 405: a list without forms
      }
    }
    expect(await countAudit()).toBe(before);
    for (const grave of [
      ...["/admin/customers.csv", "/admin/backups/:id", "/admin/backups/upload ", "/admin/users "],
      ...["/admin/api-keys/new ", "/admin/webhooks/:id ", "/admin/settings save email"],
      ...[
        "/admin/settings save payments",
        "/admin/settings/advanced restore",
        "/admin/settings/advanced reset",
      ],
      ...["/admin/setup/:step email", "/admin/setup/:step payments", "/admin/imports/:id/bad-rows"],
    ])
      expect(seen).toContain(grave);
  }, 60_000);

  test("a stored key can't be removed under the name of another tab", async () => {
    const { cookie } = await unproved();
    const form = { intent: "remove-secret", tab: "general", name: "smtp_pass" };
    expect((await ask(cookie, "/admin/settings", form)).status).toBe(428);
  });
});

/** A form for each row of the table that names forms, with and without a tab. */
function formsOf(pattern: string): Fields[] {
  const { post } = OFFICE_PAGES[pattern] ?? {};
  if (!post) return [];
  if (typeof post === "string") return [{ intent: "" }];
  return Object.keys(post).map((row): Fields => {
    const [tab = "", intent] = row.split(": ");
    return intent === undefined ? { intent: row } : { intent, tab };
  });
}

describe("a proof", () => {
  test("by the password opens what was asked for, in this session only", async () => {
    const person = await unproved();
    const other = visitor(site);
    await other.send("/login", { email: person.email, password: PASSWORD });
    await pool.query("update sessions set proved_at = null");
    const { cookie } = person;
    const wrong = await ask(cookie, "/proof?to=/admin/customers.csv", { password: "a wild guess" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("Incorrect password");
    expect(await isAsked(cookie)).toBe(true);

    const right = await ask(cookie, "/proof?to=/admin/users", { password: PASSWORD });
    expect([right.status, right.headers.get("Location")]).toEqual([303, "/admin/users"]);
    expect(await isAsked(cookie)).toBe(false);
    expect((await other.send("/admin/settings", { intent: "save", tab: "email" })).status).toBe(428);
  });

  test("ends after ten minutes", async () => {
    const { cookie } = await signedIn(site, { role: "owner" });
    await pool.query("update sessions set proved_at = now() - interval '9 minutes 50 seconds'");
    expect(await isAsked(cookie)).toBe(false);
    await pool.query("update sessions set proved_at = now() - interval '10 minutes'");
    expect(await isAsked(cookie)).toBe(true);
  });

  test("is given by signing in with a password", async () => {
    const { email } = await unproved();
    const browser = visitor(site);
    await browser.send("/login", { email, password: PASSWORD });
    expect((await browser.send("/admin/settings", { intent: "save", tab: "email" })).status).toBe(400);
  });

  test("takes a code as well once two-factor is on, and a code counts once", async () => {
    const email = "office@mail.example";
    const { id, secret, codes } = await withTwoFactor(site, email);
    await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'owner', now())", [id]);
    const browser = visitor(site);
    const saves = async () =>
      (await browser.send("/admin/settings", { intent: "save", tab: "email" })).status;
    const proves = async (form: Fields) => (await browser.send("/proof", form)).status;
    await browser.send("/login", { email, password: PASSWORD });
    await browser.send("/two-factor?recovery", { code: codes[0] ?? "" });
    expect(await saves()).toBe(400);

    await pool.query("update sessions set proved_at = null");
    expect([await proves({ password: PASSWORD }), await saves()]).toEqual([400, 428]);
    const form = { password: PASSWORD, code: totp(secret) };
    expect([await proves(form), await saves()]).toEqual([303, 400]);
    await pool.query("update sessions set proved_at = null");
    expect([await proves(form), await saves()]).toEqual([400, 428]);
  });

  test("by an own passkey counts and leaves no other session; by somebody else's it doesn't", async () => {
    const person = await signedIn(site, { role: "owner" });
    const browser = visitor(site);
    for (const pair of person.cookie.split("; ")) {
      const [, name = "", value = ""] = /^([^=]+)=(.*)/.exec(pair) ?? [];
      browser.jar.set(name, value);
    }
    const begun = await browser.send("/profile/security", { intent: "begin-passkey", password: PASSWORD });
    const [, challenge = ""] = /challenge\\?",\\?"([\w-]{20,})/.exec(await begun.text()) ?? [];
    const device = testPasskey(ORIGIN);
    await browser.send("/profile/security", {
      intent: "add-passkey",
      name: "My phone",
      response: device.create(challenge),
    });
    const options = async () => (await (await browser.send("/api/passkey-options", {})).json()).challenge;
    const saves = async () =>
      (await browser.send("/admin/settings", { intent: "save", tab: "email" })).status;

    await pool.query("update sessions set proved_at = null");
    const sessions = async () => (await pool.query("select count(*)::int as n from sessions")).rows[0].n;
    const before = await sessions();
    expect(await saves()).toBe(428);
    const proof = await browser.send("/proof", { response: device.get(await options()) });
    expect([proof.status, await saves(), await sessions()]).toEqual([303, 400, before]);

    const thief = await signedIn(site, { role: "owner", proved: false });
    await pool.query("update passkeys set user_id = $1", [thief.id]);
    await pool.query("update sessions set proved_at = null");
    const refused = await browser.send("/proof", { response: device.get(await options()) });
    expect([refused.status, await saves()]).toEqual([400, 428]);
  });

  test("is refused after too many tries, even with the right password", async () => {
    const { cookie } = await signedIn(limited, { role: "owner", proved: false });
    const tries = [];
    for (let i = 0; i < 3; i++)
      tries.push((await ask(cookie, "/proof", { password: `wrong ${i}` }, limited.app)).status);
    expect(tries.at(-1)).toBe(429);
    expect((await ask(cookie, "/proof", { password: PASSWORD }, limited.app)).status).toBe(429);
  });

  test("never leads to another site", async () => {
    const { cookie } = await unproved();
    const answer = await ask(cookie, "/proof?to=//evil.example/x", { password: PASSWORD });
    expect(answer.headers.get("Location")).toBe("/");
  });
});

test("a form sent without script comes back with what was typed, to send again, without its secrets", async () => {
  const { cookie } = await unproved();
  const form = { intent: "save", tab: "email", smtp_host: "mail.lodge.example", smtp_pass: "hush-hush" };
  const page = await (await ask(cookie, "/admin/settings", form)).text();
  expect(page).toContain("Confirm that it’s you");
  expect(page).toContain("mail.lodge.example");
  expect(page).not.toContain("hush-hush");
});

test("a download starts on the page after the proof", async () => {
  const { cookie } = await unproved();
  const to = "/admin/customers.csv?q=Ada";
  const answer = await ask(cookie, `/proof?${new URLSearchParams({ to })}`, { password: PASSWORD });
  const page = await (await ask(cookie, answer.headers.get("Location") ?? "")).text();
  expect(page).toContain('content="0; url=/admin/customers.csv?q=Ada"');
  expect((await ask(cookie, to)).status).toBe(200);
});
