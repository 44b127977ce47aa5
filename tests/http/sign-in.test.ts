import { globSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { anAccount, PASSWORD as password } from "../support/account";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { quickHashing } from "../support/ctx";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const hashing = quickHashing();
const site = await testApp({ hashing });
const { pool, queues, clear } = site;
const limited = await testApp({ rateLimitFactor: 1 });
const strict = await testApp({ rateLimitFactor: 0.1 });

const email = "ada@mail.example";

beforeEach(async () => {
  await clear();
  await anAccount(site, email);
});

const INVALID = {
  title: "Login failed",
  description: "Invalid credentials. Please try again.",
  destructive: true,
};

describe("the login page", () => {
  test("is uncached and links to related pages", async () => {
    const response = await visitor(site).get("/login");
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain("<title>Login | White Birch Cleaning</title>");
    expect(html).toContain('href="/forgot-password"');
    expect(html).toMatch(/href="\/signup"[^>]*>Sign up</);
    expect(html).toMatch(
      /name="email"[^>]*autoComplete="email webauthn"|autoComplete="email webauthn"[^>]*name="email"/i,
    );
    expect(html).toMatch(/autoComplete="current-password"/i);
  });

  test("passes the redirect on to sign-up", async () => {
    const html = await (await visitor(site).get("/login?redirect=%2Fprofile%3Ftab%3Dx")).text();
    expect(html).toContain('href="/signup?redirect=%2Fprofile%3Ftab%3Dx"');
  });

  test("shows its own text when Google or Facebook refused a login", async () => {
    const html = await (await visitor(site).get("/login?error=<b>access_denied</b>")).text();
    expect(visibleText(html)).toContain("We couldn’t log you in with Google or Facebook.");
    expect(html).not.toContain("<b>access");
  });
});

describe("logging in", () => {
  test("greets and redirects to the target", async () => {
    const ada = visitor(site);
    const response = await ada.send("/login?redirect=%2Fprofile%3Ftab%3Dcleaning-history", {
      email,
      password,
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/profile?tab=cleaning-history");
    expect(toastOf(response)).toEqual({ title: "Login successful!", description: "Welcome back!" });
    expect(await ada.isSignedIn()).toBe(true);
  });

  test("redirects home without a target, and ignores the case of the address", async () => {
    const response = await visitor(site).send("/login", { email: `  ${email.toUpperCase()} `, password });
    expect(response.headers.get("Location")).toBe("/");
  });

  test.each([
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/%09/evil.example/..//evil.example",
    "/.//evil.example",
    "\r\nSet-Cookie: a=b",
  ])("never redirects to another site: %j", async (target) => {
    const query = new URLSearchParams({ redirect: target });
    const response = await visitor(site).send(`/login?${query}`, { email, password });
    expect(response.status).toBe(303);
    const { origin } = new URL(response.headers.get("Location") ?? "", ORIGIN);
    expect(origin).toBe(ORIGIN);
    expect(response.headers.getSetCookie().join()).not.toContain("a=b");
  });

  test("sets cookies that are HttpOnly, SameSite and expire", async () => {
    const response = await visitor(site).send("/login", { email, password });
    const cookies = response.headers.getSetCookie().filter((cookie) => /^(__Secure-)?wb\./.test(cookie));
    expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual([
      "__Secure-wb.session_data",
      "__Secure-wb.session_token",
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/; Domain/i);
      expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(60);
    }
  });

  test("is audited without the password", async () => {
    await visitor(site).send("/login", { email, password });
    const { rows } = await pool.query("select action, details::text from audit_log");
    expect(rows.map(({ action }) => action)).toEqual(["user.signed_in"]);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test("as a customer with the office as target redirects home with one toast that says why", async () => {
    const ada = visitor(site);
    await ada.send("/login?redirect=%2Fadmin", { email, password });
    const denied = await ada.get("/admin");
    expect(denied.headers.get("Location")).toBe("/");
    expect(toastOf(denied)).toMatchObject({ title: "Access denied" });
    expect(visibleText(await (await ada.get("/")).text())).toContain("You don&#x27;t have permission");
  });
});

describe("a signed-in visitor", () => {
  test.each(["/login", "/signup"])("is redirected from %s with the pending toast", async (page) => {
    const ada = visitor(site);
    await ada.send("/login", { email, password });
    const response = await ada.get(`${page}?redirect=%2Fservices`);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/services");
    expect(toastOf(response)).toMatchObject({ title: "Login successful!" });
    expect((await ada.get(`${page}?redirect=//evil.example`)).headers.get("Location")).toBe("/");
  });

  test("gets pages of their own, never the cached copy, until logout", async () => {
    const origin = await site.serve();
    const signIn = await fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email, password }),
    });
    const Cookie = signIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    const home = async (headers: Record<string, string>) => {
      const response = await fetch(origin, { headers });
      return { html: await response.text(), caching: response.headers.get("Cache-Control") };
    };
    await home({});
    const own = await home({ Cookie });
    expect(own.html).toContain('href="/profile"');
    expect(own.caching).toBe("no-store");
    expect((await home({})).html).not.toContain('href="/profile"');
  });
});

describe("a refused login", () => {
  test.each([
    ["an unknown address", { email: "nobody@mail.example", password }],
    ["a wrong password", { email, password: "not my password" }],
    ["the password in another case", { email, password: password.toUpperCase() }],
    ["HTML", { email, password: "<script>alert(1)</script>" }],
    ["SQL", { email, password: "' or 1=1 --" }],
    ["a NUL", { email, password: `\0${password}` }],
    ["Unicode", { email, password: "密码🌲" }],
  ])("(%s) has the same response, and keeps the address but not the password", async (_what, form) => {
    const guest = visitor(site);
    const response = await guest.send("/login", form);
    expect(response.status).toBe(401);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const html = await response.text();
    expect(visibleText(html)).toContain("Login failedInvalid credentials. Please try again.");
    expect(fieldsOf(html)).toMatchObject({ email: { value: form.email }, password: { value: "" } });
    expect(html).not.toContain(form.password);
    expect([...guest.jar.keys()]).toEqual([]);
  });

  test.each([
    [{}, { email: "Email is required", password: "Password is required" }],
    [{ email, password: "" }, { password: "Password is required" }],
    [{ email: "", password }, { email: "Email is required" }],
    [{ email: "ada", password }, { email: "Please enter a valid email address" }],
    [{ email: '"><b>x</b>@mail.example', password }, { email: "Please enter a valid email address" }],
    [{ email: "ädä@mail.example", password }, { email: "Please enter a valid email address" }],
    [{ email: `${"a".repeat(260)}@b.example`, password }, { email: "Email can have at most 254 characters" }],
    [{ email, password: "p".repeat(129) }, { password: "Password can have at most 128 characters" }],
  ] as [Record<string, string>, Record<string, string>][])(
    "with %j says what is wrong",
    async (form, errors) => {
      const response = await visitor(site).send("/login", form);
      expect(response.status).toBe(400);
      const html = await response.text();
      const fields = fieldsOf(html);
      const shownErrors = Object.entries(fields).flatMap(([name, { error }]) =>
        error ? [[name, error]] : [],
      );
      expect(Object.fromEntries(shownErrors)).toEqual(errors);
      expect(fields.email?.value).toBe(form.email ?? "");
      expect(fields.password?.value).toBe("");
      expect(html).not.toContain("<b>x</b>");
    },
  );

  test("sets the focus to the right field without script", async () => {
    const invalid = await (await visitor(site).send("/login", { email, password: "wrong" })).text();
    expect(invalid.match(/<input[^>]*autofocus[^>]*>/gi)?.join()).toMatch(
      /^<input[^>]*name="password"[^>]*>$/,
    );
    const empty = await (await visitor(site).send("/login", { email: "", password: "" })).text();
    expect(empty.match(/<input[^>]*autofocus[^>]*>/gi)?.join()).toMatch(/^<input[^>]*name="email"[^>]*>$/);
  });

  test("is also the response to a body that is not a form, or from another site", async () => {
    const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    expect((await site.app.request(new Request(`${ORIGIN}/login`, json))).status).toBe(400);
    const foreign = await visitor(site).send(
      "/login",
      { email, password },
      { Origin: "https://evil.example" },
    );
    expect(foreign.status).toBe(403);
    expect(foreign.headers.getSetCookie()).toEqual([]);
  });

  test("takes the same time for an unknown address as for a known one", async () => {
    const workFor = async (address: string) => {
      const before = hashing.count;
      await visitor(site).send("/login", { email: address, password: "wrong wrong" });
      return hashing.count - before;
    };
    expect([await workFor(email), await workFor("nobody@mail.example")]).toEqual([1, 1]);
  });
});

describe("while addresses must be verified", () => {
  beforeEach(async () => {
    await setSetting(pool, "users.require_email_verification", "true");
    await pool.query("update users set email_verified = false");
  });

  test("the right password of an unverified address sends the email again and signs nobody in", async () => {
    const ada = visitor(site);
    const before = (await pool.query("select id from sessions")).rowCount;
    const response = await ada.send("/login", { email, password });
    expect(response.status).toBe(401);
    expect(visibleText(await response.text())).toContain(
      "Login failedPlease verify your email first. We just sent you a new link.",
    );
    expect(await queues.waiting("verification-mail")).toHaveLength(1);
    expect([...ada.jar.keys()]).toEqual([]);
    expect((await pool.query("select id from sessions")).rowCount).toBe(before);
  });

  test("a wrong password reveals no more than otherwise", async () => {
    const response = await visitor(site).send("/login", { email, password: "wrong" });
    expect(visibleText(await response.text())).toContain(INVALID.description);
    expect(await queues.waiting("verification-mail")).toEqual([]);
  });
});

describe("too many tries", () => {
  const TOO_MANY = "Too many attempts. Please wait 15 minutes and try again.";
  const invalid = (address: string) => visitor(limited).send("/login", { email: address, password: "wrong" });

  test("for one address are refused even with the right password, and counted apart from others", async () => {
    await limited.clear();
    await anAccount(limited, email);
    for (let n = 0; n < 10; n += 1) expect((await invalid(email)).status).toBe(401);
    const response = await visitor(limited).send("/login", { email, password });
    expect(response.status).toBe(429);
    const html = await response.text();
    expect(visibleText(html)).toContain(`Login failed${TOO_MANY}`);
    expect(fieldsOf(html).email?.value).toBe(email);
    expect((await invalid("grace@mail.example")).status).toBe(401);
  });

  test("over many addresses are refused as well", async () => {
    const guess = (n: number) =>
      visitor(strict).send("/login", { email: `guess-${n}@mail.example`, password: "wrong" });
    for (let n = 0; n < 6; n += 1) expect((await guess(n)).status).toBe(401);
    expect((await guess(7)).status).toBe(429);
  });
});

test("the built site hashes passwords and PINs with Node's scrypt, which holds up no other request", () => {
  const files = globSync("build/server/*.js");
  expect(files).not.toEqual([]);
  expect(files.filter((file) => readFileSync(file, "utf8").includes("scryptAsync"))).toEqual([]);
});

test("the login before the demo's end says where its password is, on the demo only", async () => {
  const login = async () => visibleText(await (await site.get("/login?redirect=%2Fadmin%2Fown")).text());
  expect(await login()).not.toContain("demo-logins.json");
  await setSetting(site.pool, "site.kind", "demo");
  expect(await login()).toContain("demo-logins.json");
});
