import { beforeEach, describe, expect, test } from "vitest";
import { openMailer } from "~/platform/outside/mail.server";
import { anAccount } from "../support/account";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { quickHashing } from "../support/ctx";
import { partsOf, testSmtp } from "../support/smtp";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: "hello@birch.example", filesDir: undefined });
const hashing = quickHashing();
const site = await testApp({ mailer, hashing });
const { pool, queues, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.1 });

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
});

const FORM = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@mail.example",
  password: "tulips and rain",
  terms: "on",
};
const CREATED = {
  title: "Account created!",
  description: "Please check your email to verify your account.",
};

const people = async () => {
  const { rows } = await pool.query(
    `select u.email, u.email_verified, p.first_name, p.last_name from users u join profiles p using (id) order by email`,
  );
  return rows;
};

describe("the sign-up page", () => {
  test("has the needed fields and two other ways to sign up", async () => {
    const response = await visitor(site).get("/signup?redirect=%2Fbook");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain("<title>Sign up | White Birch Cleaning</title>");
    const names = [...html.matchAll(/<input[^>]*name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      ...["first_name", "last_name", "email", "password", "terms"],
      ...["provider", "redirect", "provider", "redirect"],
    ]);
    for (const token of ["given-name", "family-name", "email", "new-password"]) {
      expect(html).toContain(`autoComplete="${token}"`);
    }
    for (const link of ["/terms", "/privacy", "/login?redirect=%2Fbook"])
      expect(html).toContain(`href="${link}"`);
    expect(visibleText(html)).toMatch(/Continue with Google.*Continue with Facebook/);
    expect(fieldsOf(html).password?.value).toBe("");
  });

  test("has a form for each of these two, which passes the redirect on", async () => {
    const html = await (await visitor(site).get("/signup?redirect=%2Fbook")).text();
    const forms = [...html.matchAll(/<form[^>]*action="\/auth\/social"[^>]*>([\s\S]*?)<\/form>/g)];
    expect(forms).toHaveLength(2);
    for (const [, form] of forms) expect(form).toContain('name="redirect" value="/book"');
    const response = await visitor(site).send("/auth/social", {
      provider: "google",
      redirect: "//evil.example",
    });
    expect(response.headers.get("Location")).toBe("/signup");
  });
});

describe("signing up", () => {
  test("creates the account with its profile, sends the email and redirects home, and the password then works", async () => {
    const ada = visitor(site);
    const response = await ada.send("/signup", FORM);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect(toastOf(response)).toEqual(CREATED);
    expect(await people()).toEqual([
      { email: FORM.email, email_verified: false, first_name: "Ada", last_name: "Lovelace" },
    ]);
    expect(await ada.isSignedIn()).toBe(false);
    expect((await ada.send("/login", FORM)).status).toBe(303);
    expect(await ada.isSignedIn()).toBe(true);
    expect(await queues.run("verification-mail")).toBe(1);
    const [sentEmail] = smtp.received;
    expect(sentEmail?.to).toEqual([FORM.email]);
    expect(
      partsOf(sentEmail?.source ?? "")
        .map(({ content }) => content)
        .join(),
    ).toContain(`${ORIGIN}/verify-email?token=`);
  });

  test.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never redirects to another site: %s",
    async (target) => {
      const query = new URLSearchParams({ redirect: target });
      const response = await visitor(site).send(`/signup?${query}`, FORM);
      expect(response.headers.get("Location")).toBe("/");
    },
  );

  test.each([
    ["李", "O’Brien-Nuñez"],
    ["<b>Ada</b>", `"><script>alert(1)</script>`],
    ["🌲", "مرحبا"],
    ["a".repeat(80), "b".repeat(80)],
  ])("accepts the name %s %s unchanged and shows it as text", async (first_name, last_name) => {
    const ada = visitor(site);
    await ada.send("/signup", { ...FORM, first_name, last_name });
    expect(await people()).toMatchObject([{ first_name, last_name }]);
    await queues.run("verification-mail");
    const html = partsOf(smtp.received[0]?.source ?? "").find(({ type }) => type === "text/html")?.content;
    expect(html).not.toMatch(/<b>Ada|<script>alert/);
  });

  test("normalizes what was typed", async () => {
    const typed = {
      first_name: "  Ada\u0000\n Maria ",
      last_name: "Love\u200Blace",
      email: " ADA@Mail.Example ",
    };
    await visitor(site).send("/signup", { ...FORM, ...typed });
    expect(await people()).toMatchObject([
      { first_name: "Ada Maria", last_name: "Lovelace", email: "ada@mail.example" },
    ]);
  });

  test("stores no readable password", async () => {
    await visitor(site).send("/signup", FORM);
    const { rows } = await pool.query(
      "select (select string_agg(a::text, '') from accounts a) || (select string_agg(l::text, '') from audit_log l) as all",
    );
    expect(rows[0].all).not.toContain(FORM.password);
  });

  test("sets no role from the form", async () => {
    const extra = {
      role: "admin",
      emailVerified: "true",
      email_verified: "true",
      id: "1",
      twoFactorEnabled: "true",
    };
    await visitor(site).send("/signup", { ...FORM, ...extra });
    expect(await people()).toMatchObject([{ email_verified: false }]);
    expect((await pool.query("select * from user_roles")).rows).toEqual([]);
  });
});

describe("a refused sign-up", () => {
  test.each([
    [{ first_name: "" }, { first_name: "First name is required" }],
    [{ first_name: " \u200B " }, { first_name: "First name is required" }],
    [{ first_name: "a".repeat(81) }, { first_name: "First name can have at most 80 characters" }],
    [{ last_name: "" }, { last_name: "Last name is required" }],
    [{ last_name: "b".repeat(81) }, { last_name: "Last name can have at most 80 characters" }],
    [{ email: "" }, { email: "Email is required" }],
    [{ email: "ada" }, { email: "Please enter a valid email address" }],
    [{ email: "ada@mail.example\nBcc: eve@evil.example" }, { email: "Please enter a valid email address" }],
    [{ email: `${"a".repeat(250)}@mail.example` }, { email: "Email can have at most 254 characters" }],
    [{ password: "" }, { password: "Password is required" }],
    [{ password: "1234567" }, { password: "Password must be at least 8 characters" }],
    [{ password: "p".repeat(129) }, { password: "Password can have at most 128 characters" }],
    [
      { password: "password123" },
      { password: "This password is too easy to guess. Please choose another one" },
    ],
    [
      { password: "White-Birch 2026!" },
      { password: "This password is too easy to guess. Please choose another one" },
    ],
    [
      { password: "QWERTYUIOP" },
      { password: "This password is too easy to guess. Please choose another one" },
    ],
    ...["ada@mail.example ", "Lovelace 1815!", "White Birch & Ada"].map(
      (password) =>
        [
          { password },
          {
            password: "This password is too similar to your email address or name. Please choose another one",
          },
        ] as const,
    ),
    [{ terms: "" }, { terms: "Please accept the terms to create an account" }],
    [{ terms: "no" }, { terms: "Please accept the terms to create an account" }],
    [
      { first_name: "", password: "short", terms: "" },
      {
        first_name: "First name is required",
        password: "Password must be at least 8 characters",
        terms: "Please accept the terms to create an account",
      },
    ],
  ] as [Partial<typeof FORM>, Record<string, string>][])(
    "with %j says why and keeps the rest",
    async (invalid, errors) => {
      const form = { ...FORM, ...invalid };
      const response = await visitor(site).send("/signup", form);
      expect(response.status).toBe(400);
      const html = await response.text();
      const fields = fieldsOf(html);
      const shownErrors = Object.entries(fields).flatMap(([name, { error }]) =>
        error ? [[name, error]] : [],
      );
      expect(Object.fromEntries(shownErrors)).toEqual(errors);
      expect(fields.last_name?.value).toBe(form.last_name);
      expect(fields.terms?.value).toBe(form.terms === "on" ? "on" : "");
      expect(fields.password?.value).toBe("");
      if (form.password) expect(html).not.toContain(`"${form.password}"`);
      const first = Object.keys(errors)[0];
      expect(html.match(/<input[^>]*autofocus[^>]*>/gi)?.join()).toContain(`name="${first}"`);
      expect(await people()).toEqual([]);
    },
  );

  test("shows HTML in a field as text", async () => {
    const response = await visitor(site).send("/signup", { ...FORM, first_name: `"><b>Ada</b>`, terms: "" });
    const html = await response.text();
    expect(html).not.toContain("<b>Ada");
    expect(fieldsOf(html).first_name?.value).toBe(`"><b>Ada</b>`);
  });

  test("with the address of an account changes nothing there", async () => {
    await visitor(site).send("/signup", FORM);
    const eve = visitor(site);
    const again = { ...FORM, email: "ADA@mail.example", first_name: "Eve", password: "another river" };
    expect((await eve.send("/signup", again)).status).toBe(303);
    expect(await people()).toMatchObject([{ first_name: "Ada" }]);
    expect((await eve.send("/login", { email: FORM.email, password: again.password })).status).toBe(401);
    expect(await eve.isSignedIn()).toBe(false);
    expect((await visitor(site).send("/login", FORM)).status).toBe(303);
  });

  test("sent twice at once creates one account", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => visitor(site).send("/signup", FORM)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await people()).toHaveLength(1);
    expect(await queues.waiting("verification-mail")).toHaveLength(1);
  });
});

describe("while registration is closed", () => {
  beforeEach(() => setSetting(pool, "users.allow_user_registration", "false"));

  test("the page says so and has no form", async () => {
    const response = await visitor(site).get("/signup?redirect=%2Fprofile");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(visibleText(html)).toContain("We’re not opening new accounts right now.");
    expect(html).not.toMatch(/name="(first_name|provider)"/);
    expect(html).toContain('href="/login?redirect=%2Fprofile"');
  });

  test("a form opened before is refused", async () => {
    const response = await visitor(site).send("/signup", FORM);
    expect(response.status).toBe(403);
    expect(visibleText(await response.text())).toContain(
      "Signup failedWe’re not opening new accounts right now.",
    );
    expect(await people()).toEqual([]);
  });
});

describe.each(["true", "false"])("while 'addresses must be verified' is %s", (required) => {
  beforeEach(() => setSetting(pool, "users.require_email_verification", required));

  test("nobody is signed in, and a target for customers leads to the login page", async () => {
    const ada = visitor(site);
    const response = await ada.send("/signup?redirect=%2Fprofile%3Ftab%3Dproperty-details", FORM);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/login?redirect=%2Fprofile%3Ftab%3Dproperty-details");
    expect(toastOf(response)).toEqual(CREATED);
    expect([...ada.jar.keys()]).toEqual(["wb_toast"]);
    expect((await pool.query("select * from sessions")).rows).toEqual([]);
  });

  test("a public target is opened at once", async () => {
    const response = await visitor(site).send("/signup?redirect=%2Fbook%3Fservice%3Ddeep-cleaning", FORM);
    expect(response.headers.get("Location")).toBe("/book?service=deep-cleaning");
  });

  test("the address of an account gets exactly the same response, and its owner an email", async () => {
    const answer = async (email: string) => {
      const response = await visitor(site).send("/signup?redirect=%2Fprofile", { ...FORM, email });
      const { "x-request-id": _number, ...headers } = Object.fromEntries(
        [...response.headers].map(([name, value]) => [name, value.replace(/'nonce-[^']+'/, "")]),
      );
      return { status: response.status, headers, body: await response.text() };
    };
    const first = await answer(FORM.email);
    expect(await answer(FORM.email)).toEqual(first);
    expect(await answer("ADA@mail.example")).toEqual(first);
    expect(await people()).toHaveLength(1);
    expect(await queues.run("account-exists-mail")).toBe(2);
    const [sentEmail] = smtp.received;
    expect(sentEmail?.to).toEqual([FORM.email]);
    expect(sentEmail?.source).toMatch(/^Subject: You already have an account with/m);
    const text = partsOf(sentEmail?.source ?? "").find(({ type }) => type === "text/plain")?.content;
    expect(text?.replace(/\s+/g, " ")).toMatch(/already have one.*log in.*reset your password/i);
  });

  test("that response takes the same time", async () => {
    const workFor = async (email: string) => {
      const before = hashing.count;
      await visitor(site).send("/signup", { ...FORM, email });
      return hashing.count - before;
    };
    expect([await workFor("fresh@mail.example"), await workFor("fresh@mail.example")]).toEqual([1, 1]);
  });
});

test("an address can be signed up a few times an hour, with or without an account", async () => {
  const once = await testApp({ rateLimitFactor: 0.2 });
  await once.clear();
  const tries = async (email: string) => {
    const statuses = [];
    for (let n = 0; n < 2; n += 1) {
      statuses.push((await visitor(once).send("/signup", { ...FORM, email })).status);
    }
    return statuses;
  };
  await anAccount(once, "known@mail.example");
  expect(await tries("known@mail.example")).toEqual([303, 429]);
  expect(await tries("new@mail.example")).toEqual([303, 429]);
});

test("too many new accounts of one client are refused with the form kept", async () => {
  const sign = (n: number) =>
    visitor(limited).send("/signup", { ...FORM, email: `ada-${n}@mail.example`, password: "short" });
  for (let n = 0; n < 5; n += 1) expect((await sign(n)).status).toBe(400);
  const good = (n: number) => visitor(limited).send("/signup", { ...FORM, email: `ada-${n}@mail.example` });
  expect([(await good(1)).status, (await good(2)).status]).toEqual([303, 303]);
  const response = await good(3);
  expect(response.status).toBe(429);
  const html = await response.text();
  expect(visibleText(html)).toContain("Signup failedToo many attempts. Please wait a while and try again.");
  expect(fieldsOf(html)).toMatchObject({
    first_name: { value: "Ada" },
    terms: { value: "on" },
    password: { value: "" },
  });
});
