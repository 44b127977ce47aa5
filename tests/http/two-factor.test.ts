import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { setSetting } from "../support/bookings";
import { totp, wrongTotp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const site = await testApp();
const { pool, runtime, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.2 });

const email = "ada@mail.example";
const password = "lenticels on white bark";
let secret: string;
let codes: string[];

beforeEach(async () => {
  await clear();
  ({ secret, codes } = await withTwoFactor(site, email));
});

/** A visitor who has entered the right password. */
async function halfway(query = "") {
  const ada = visitor(site);
  const response = await ada.send(`/login${query}`, { email, password });
  return { ada, response };
}

describe("the password alone", () => {
  test("leads to the second step with the target, and signs nobody in", async () => {
    const { ada, response } = await halfway("?redirect=%2Fprofile%3Ftab%3Dx");
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/two-factor?redirect=%2Fprofile%3Ftab%3Dx");
    expect(toastOf(response)).toBeNull();
    expect(await ada.isSignedIn()).toBe(false);
    expect((await pool.query("select * from sessions")).rows).toEqual([]);
    const [cookie] = response.headers.getSetCookie().filter((one) => one.includes("two_factor"));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=\d+/);
  });

  test("shows an uncached page for a code", async () => {
    const { ada } = await halfway();
    const response = await ada.get("/two-factor");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const html = await response.text();
    expect(html).toMatch(/autoComplete="one-time-code"/i);
    expect(html).toMatch(/inputMode="numeric"/i);
    expect(html).toContain('href="/two-factor?recovery"');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const other = await (await ada.get("/two-factor?redirect=%2Fbook")).text();
    expect(other).toContain('href="/two-factor?redirect=%2Fbook&amp;recovery"');
  });
});

describe("the right code", () => {
  test("signs in and redirects to the target", async () => {
    const { ada } = await halfway("?redirect=%2Fprofile");
    const response = await ada.send("/two-factor?redirect=%2Fprofile", { code: totp(secret) });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/profile"]);
    expect(toastOf(response)).toEqual({ title: "Login successful!", description: "Welcome back!" });
    expect(await ada.isSignedIn()).toBe(true);
    expect((await ada.get("/two-factor?redirect=%2Fservices")).headers.get("Location")).toBe("/services");
  });

  test("may be typed with a space, and never redirects to another site", async () => {
    const { ada } = await halfway();
    const code = totp(secret).replace(/^(...)/, "$1 ");
    const response = await ada.send("/two-factor?redirect=//evil.example", { code });
    expect(response.headers.get("Location")).toBe("/");
  });

  test("is invalid without the password", async () => {
    const response = await visitor(site).send("/two-factor", { code: totp(secret) });
    expect(response.headers.get("Location")).toBe("/login");
    expect((await pool.query("select * from sessions")).rows).toEqual([]);
  });
});

describe("a recovery code", () => {
  test("signs in once, also without its dash", async () => {
    const code = codes[0] ?? "";
    const { ada } = await halfway();
    const response = await ada.send("/two-factor?recovery", { code: code.replace("-", "") });
    expect(response.status).toBe(303);
    expect(await ada.isSignedIn()).toBe(true);
    const again = (await halfway()).ada;
    const refusal = await again.send("/two-factor?recovery", { code });
    expect(refusal.status).toBe(400);
    expect(fieldsOf(await refusal.text()).code?.error).toBe(
      "Recovery code is incorrect or was already used.",
    );
  });

  test("is not accepted as an app code, nor an app code as a recovery code", async () => {
    const { ada } = await halfway();
    expect((await ada.send("/two-factor", { code: codes[0] ?? "" })).status).toBe(400);
    expect((await ada.send("/two-factor?recovery", { code: totp(secret) })).status).toBe(400);
    expect(await ada.isSignedIn()).toBe(false);
  });
});

describe("a wrong code", () => {
  test.each([
    ["", "Code is required"],
    ["12345", "Code must be the 6 digits from your authenticator app."],
    ["abcdef", "Code must be the 6 digits from your authenticator app."],
    ["<b>1</b>", "Code must be the 6 digits from your authenticator app."],
    ["１２３４５６", "Code must be the 6 digits from your authenticator app."],
    ["9".repeat(41), "Code can have at most 40 characters"],
  ])("%j is refused at the field", async (code, message) => {
    const { ada } = await halfway();
    const response = await ada.send("/two-factor", { code });
    expect(response.status).toBe(400);
    expect(fieldsOf(await response.text()).code).toEqual({ error: message, value: "" });
  });

  test("says so at the field, and the next one may be right", async () => {
    const { ada } = await halfway();
    const invalid = await ada.send("/two-factor", { code: wrongTotp(secret) });
    expect(invalid.status).toBe(400);
    expect(fieldsOf(await invalid.text()).code?.error).toMatch(/^Code is incorrect/);
    expect((await ada.send("/two-factor", { code: totp(secret) })).status).toBe(303);
  });

  test("too often ends this login and leads back to its first step", async () => {
    const { ada } = await halfway("?redirect=%2Fprofile");
    const path = "/two-factor?redirect=%2Fprofile";
    let response = await ada.send(path, { code: wrongTotp(secret) });
    for (let n = 0; n < 5; n += 1) response = await ada.send(path, { code: wrongTotp(secret) });
    expect(response.headers.get("Location")).toBe("/login?redirect=%2Fprofile");
    expect(toastOf(response)).toMatchObject({ title: "Login failed", destructive: true });
    expect((await ada.send(path, { code: totp(secret) })).headers.get("Location")).toMatch(/^\/login/);
    expect(await ada.isSignedIn()).toBe(false);
  });

  test("counts for the client as well", async () => {
    await limited.clear();
    const half = visitor(limited);
    await withTwoFactor(limited, email);
    await half.send("/login", { email, password });
    await half.send("/two-factor", { code: "000000" });
    await half.send("/two-factor", { code: "000000" });
    expect((await half.send("/two-factor", { code: "000000" })).status).toBe(429);
  });
});

describe("an expired login", () => {
  test("leads back to its first step, opened and sent", async () => {
    const EXPIRED = {
      title: "Login failed",
      description: "This login has expired. Please log in again.",
      destructive: true,
    };
    const opened = await visitor(site).get("/two-factor?redirect=%2Fprofile");
    expect(opened.headers.get("Location")).toBe("/login?redirect=%2Fprofile");
    expect(toastOf(opened)).toEqual(EXPIRED);
    const { ada } = await halfway();
    await pool.query("update verifications set expires_at = now() - interval '1 second'");
    const sent = await ada.send("/two-factor", { code: totp(secret) });
    expect(sent.headers.get("Location")).toBe("/login");
    expect(toastOf(sent)).toEqual(EXPIRED);
  });

  test("can't be finished when the password was changed meanwhile", async () => {
    const { ada } = await halfway();
    const reset = await runtime.auth.resetToken(email);
    await visitor(site).send(`/reset-password?token=${reset?.token}`, { password: "a quiet river in May" });
    expect((await ada.send("/two-factor", { code: totp(secret) })).headers.get("Location")).toBe("/login");
    expect(await ada.isSignedIn()).toBe(false);
  });

  test("signs nobody in whose address must be verified first", async () => {
    await setSetting(pool, "users.require_email_verification", "true");
    await pool.query("update users set email_verified = false");
    const { ada } = await halfway();
    const response = await ada.send("/two-factor", { code: totp(secret) });
    expect(response.headers.get("Location")).toBe("/login");
    expect(toastOf(response)?.description).toBe(
      "Please verify your email first. We just sent you a new link.",
    );
    expect(await ada.isSignedIn()).toBe(false);
  });
});

test("a code signs in once, so a code that was seen by others is useless", async () => {
  const [{ ada }, { ada: other }] = [await halfway(), await halfway()];
  const code = totp(secret);
  expect((await ada.send("/two-factor", { code })).status).toBe(303);
  const refusal = await other.send("/two-factor", { code });
  expect(refusal.status).toBe(400);
  expect(await other.isSignedIn()).toBe(false);
  expect((await pool.query("select 1 from sessions")).rows).toHaveLength(1);
  expect((await other.send("/two-factor", { code: totp(secret, 1) })).status).toBe(303);
});
