import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { openMailer } from "~/platform/outside/mail.server";
import { anAccount, PASSWORD as old } from "../support/account";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CALENDAR_ADDRESS } from "../support/belongings";
import { bookingOf, paySession } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { partsOf, testSmtp } from "../support/smtp";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: "hello@birch.example", filesDir: undefined });
const site = await testApp({ mailer });
const { pool, queues, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.2 });

const email = "ada@mail.example";
const password = "a quiet river in May";
const SENT = "If there is an account for that address, a link is on its way.";

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
  await anAccount(site, email);
});

/** Requests a link. Returns its path from the email. */
async function emailedLink(address = email): Promise<string> {
  await visitor(site).send("/forgot-password", { email: address });
  await queues.run("password-reset-mail");
  const plain = partsOf(smtp.received.at(-1)?.source ?? "").find(({ type }) => type === "text/plain");
  return /https:\/\/site\.example(\/reset-password\?token=\S+)/.exec(plain?.content ?? "")?.[1] ?? "";
}

const canLogIn = async (word: string) =>
  (await visitor(site).send("/login", { email, password: word })).status === 303;

describe("requesting a reset link", () => {
  test.each([email, "ADA@mail.example", "nobody@mail.example"])(
    "has the same response for %s",
    async (address) => {
      const guest = visitor(site);
      const response = await guest.send("/forgot-password", { email: address });
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/forgot-password?sent"]);
      expect(toastOf(response)).toEqual({ title: "Check your email", description: SENT });
      const page = await guest.get("/forgot-password?sent");
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(visibleText(await page.text())).toContain(SENT);
      expect(await queues.waiting("password-reset-mail")).toHaveLength(1);
    },
  );

  test("emails an address that has an account, and no other", async () => {
    expect(await emailedLink()).toMatch(/^\/reset-password\?token=\w+$/);
    expect(smtp.received.map(({ to }) => to)).toEqual([[email]]);
    await emailedLink("nobody@mail.example");
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ["", "Email is required"],
    ["ada", "Please enter a valid email address"],
    ["<b>ada</b>@mail.example", "Please enter a valid email address"],
    [`${"a".repeat(260)}@b.example`, "Email can have at most 254 characters"],
  ])("refuses %j", async (address, message) => {
    const response = await visitor(site).send("/forgot-password", { email: address });
    expect(response.status).toBe(400);
    const fields = fieldsOf(await response.text());
    expect(fields.email).toEqual({ error: message, value: address });
    expect(await queues.waiting("password-reset-mail")).toEqual([]);
  });

  test("too often is refused with the address kept, with or without an account", async () => {
    for (const address of ["ada@mail.example", "nobody@mail.example"]) {
      const ask = () => visitor(limited).send("/forgot-password", { email: address });
      expect((await ask()).status).toBe(303);
      const response = await ask();
      expect(response.status).toBe(429);
      const html = await response.text();
      expect(visibleText(html)).toContain("Too many attempts. Please wait an hour and try again.");
      expect(fieldsOf(html).email?.value).toBe(address);
    }
  });

  test("is possible for an administrator who has used up the test emails", async () => {
    const admin = await signedIn(limited, { role: "admin" });
    const headers = { Origin: ORIGIN, Cookie: admin.cookie };
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) {
      const body = new URLSearchParams({ tab: "email", intent: "test-mail" });
      const sent = new Request(`${ORIGIN}/admin/settings?tab=email`, { method: "POST", headers, body });
      statuses.push((await limited.app.request(sent)).status);
    }
    expect(statuses).toEqual([422, 422, 429]); // no server is set
    expect((await visitor(limited).send("/forgot-password", { email: admin.email })).status).toBe(303);
  });
});

describe("the reset link", () => {
  test("is not used up by being opened", async () => {
    const link = await emailedLink();
    for (const _ of [1, 2, 3]) {
      const response = await visitor(site).get(link);
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      const html = await response.text();
      expect(html).toContain('autoComplete="new-password"');
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html.match(/name="password"/g)).toHaveLength(1);
    }
    expect((await visitor(site).send(link, { password })).status).toBe(303);
  });

  test("sets a new password once, and the old one no longer works", async () => {
    const link = await emailedLink();
    const response = await visitor(site).send(link, { password });
    expect(response.headers.get("Location")).toBe("/login");
    expect(toastOf(response)).toMatchObject({ title: "Password changed" });
    expect([await canLogIn(password), await canLogIn(old)]).toEqual([true, false]);

    const again = await visitor(site).send(link, { password: "yet another river" });
    expect(again.status).toBe(410);
    expect(visibleText(await again.text())).toContain("This link no longer works");
    expect((await visitor(site).get(link)).status).toBe(410);
    expect(await canLogIn(password)).toBe(true);
  });

  test("used twice at once counts once", async () => {
    const link = await emailedLink();
    const passwords = ["first river here", "second river here"];
    const answers = await Promise.all(passwords.map((word) => visitor(site).send(link, { password: word })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const worth = await Promise.all(passwords.map(canLogIn));
    expect(worth.filter(Boolean)).toHaveLength(1);
  });

  test("ends every session at once, and the other links", async () => {
    const [phone, laptop] = [visitor(site), visitor(site)];
    for (const browser of [phone, laptop]) await browser.send("/login", { email, password: old });
    const [one, other] = [await emailedLink(), await emailedLink()];
    expect(one).not.toBe(other);
    await phone.send(other, { password });
    for (const browser of [phone, laptop]) {
      expect(await browser.isSignedIn()).toBe(false);
      expect((await browser.get("/profile")).status).toBe(303);
    }
    expect((await pool.query("select * from sessions")).rows).toEqual([]);
    expect((await visitor(site).send(one, { password: "yet another river" })).status).toBe(410);
    expect(await canLogIn(password)).toBe(true);
  });

  test("is audited without the password and the token", async () => {
    const link = await emailedLink();
    await visitor(site).send(link, { password });
    const { rows } = await pool.query("select action, entity_id, l::text as all from audit_log l");
    expect(rows.map(({ action }) => action)).toEqual(["user.password_reset"]);
    const token = new URL(link, "https://site.example").searchParams.get("token") ?? "";
    expect(rows[0].all).not.toContain(password);
    expect(rows[0].all).not.toContain(token);
    const { rows: emails } = await pool.query("select m::text as all from mails m");
    expect(emails[0].all).not.toContain(token);
  });

  test("changes only its own account's password", async () => {
    const eve = "eve@mail.example";
    await anAccount(site, eve);
    await visitor(site).send(await emailedLink(eve), { password, email, user_id: "1" });
    expect(await canLogIn(old)).toBe(true);
    expect((await visitor(site).send("/login", { email: eve, password })).status).toBe(303);
  });
});

describe("an unverified address", () => {
  /** A stranger signed up with another person's address and kept ways in. */
  async function aStolenAccount(): Promise<string> {
    const { rows } = await pool.query(
      "update users set email_verified = false where email = $1 returning id",
      [email],
    );
    const { id } = rows[0];
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id) values ($1, 'stranger', 'facebook')`,
      [id],
    );
    await pool.query(`insert into two_factors (user_id, secret, backup_codes) values ($1, 's', 'b')`, [id]);
    await pool.query("update users set two_factor_enabled = true where id = $1", [id]);
    await pool.query(CALENDAR_ADDRESS, [id, "known to the stranger"]);
    return id;
  }

  test("goes to its owner with the new password: a stranger's other ways in are closed, and bookings are linked", async () => {
    const id = await aStolenAccount();
    const session = await paySession(site.ctx());
    await closeCheckout(site.ctx(), session);
    await pool.query("update bookings set customer_email = $1", [email]);
    await visitor(site).send(await emailedLink(), { password });

    const { rows } = await pool.query("select email_verified, two_factor_enabled from users where id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ email_verified: true, two_factor_enabled: false }]);
    const ways = await pool.query("select provider_id from accounts where user_id = $1", [id]);
    expect(ways.rows).toEqual([{ provider_id: "credential" }]);
    for (const table of ["two_factors", "calendar_addresses"])
      expect((await pool.query(`select 1 from ${table}`)).rows).toEqual([]);
    expect((await bookingOf(pool, session)).user_id).toBe(id);
    expect(await canLogIn(password)).toBe(true);
  });

  test("of an account with a verified one keeps everything else unchanged", async () => {
    const id = await aStolenAccount();
    await pool.query("update users set email_verified = true where id = $1", [id]);
    await visitor(site).send(await emailedLink(), { password });
    for (const table of ["two_factors", "calendar_addresses"])
      expect((await pool.query(`select 1 from ${table}`)).rows).toHaveLength(1);
  });
});

describe("an invalid link", () => {
  test.each([
    ["garbled", "abc"],
    ["empty", ""],
    ["HTML", `"><b>x</b>`],
    ["Unicode", "🌲"],
    ["a wildcard", "%"],
    ["endless", "a".repeat(5000)],
  ])("(%s) says so and offers a new one, opened and sent", async (_what, token) => {
    await emailedLink();
    const link = `/reset-password?token=${encodeURIComponent(token)}`;
    for (const response of [await visitor(site).get(link), await visitor(site).send(link, { password })]) {
      expect(response.status).toBe(410);
      const html = await response.text();
      expect(visibleText(html)).toContain("This link no longer works");
      expect(html).toContain('href="/forgot-password"');
      expect(html).not.toContain("<b>x</b>");
    }
    expect(await canLogIn(old)).toBe(true);
  });

  test("(expired) says so", async () => {
    const link = await emailedLink();
    await pool.query("update verifications set expires_at = now() - interval '1 second'");
    expect((await visitor(site).get(link)).status).toBe(410);
    expect((await visitor(site).send(link, { password })).status).toBe(410);
    expect(await canLogIn(old)).toBe(true);
  });

  test("(another kind of secret of the same account) says so", async () => {
    const { rows } = await pool.query("select id from users");
    await pool.query(
      "insert into verifications (identifier, value, expires_at) values ('2fa-abc', $1, now() + interval '1 hour')",
      [rows[0].id],
    );
    for (const token of ["2fa-abc", "abc"]) {
      expect((await visitor(site).send(`/reset-password?token=${token}`, { password })).status).toBe(410);
    }
  });
});

describe("a new password", () => {
  test.each([
    ["", "Password is required"],
    ["1234567", "Password must be at least 8 characters"],
    ["p".repeat(129), "Password can have at most 128 characters"],
    ["password1", "This password is too easy to guess. Please choose another one"],
  ])("%j is refused, and the link stays valid", async (word, message) => {
    const link = await emailedLink();
    const response = await visitor(site).send(link, { password: word });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(fieldsOf(html).password).toEqual({ error: message, value: "" });
    expect((await visitor(site).send(link, { password })).status).toBe(303);
  });

  test.each(["pässwörd mit Wald", "密码密码密码密码🌲", " <b>spaces</b> stay ", "p".repeat(128)])(
    "%j is accepted unchanged",
    async (word) => {
      await visitor(site).send(await emailedLink(), { password: word });
      expect(await canLogIn(word)).toBe(true);
    },
  );
});
