import { createEmailVerificationToken } from "better-auth/api";
import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { openMailer } from "~/platform/outside/mail.server";
import { testApp, visibleText } from "../support/app";
import { auditOf, bookingOf, paySession, setSetting } from "../support/bookings";
import { AUTH_SECRET } from "../support/ctx";
import { partsOf, testSmtp } from "../support/smtp";
import { toastOf, visitor } from "../support/visitor";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: "hello@birch.example", filesDir: undefined });
const site = await testApp({ mailer });
const { pool, ctx, queues, clear } = site;
const limited = await testApp({ rateLimitFactor: 0.2 });

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

async function signUp(email = FORM.email) {
  const ada = visitor(site);
  await ada.send("/signup", { ...FORM, email });
  await ada.send("/login", { ...FORM, email });
  return ada;
}

/** Path of the link in the newest email. */
async function emailedLink(): Promise<string> {
  await queues.run("verification-mail");
  const plain = partsOf(smtp.received.at(-1)?.source ?? "").find(({ type }) => type === "text/plain");
  return /https:\/\/site\.example(\/verify-email\?token=\S+)/.exec(plain?.content ?? "")?.[1] ?? "";
}

const isVerified = async (email = FORM.email) =>
  (await pool.query("select email_verified from users where email = $1", [email])).rows[0].email_verified;

const idOf = async (email: string) =>
  (await pool.query("select id from users where email = $1", [email])).rows[0]?.id;

const tokenFor = async (email: string, seconds: number, secret = AUTH_SECRET) =>
  createEmailVerificationToken(secret, email, undefined, seconds, { userId: await idOf(email) });

/** The same link without a valid signature. */
async function unsigned(email: string): Promise<string> {
  const parts = [{ alg: "none" }, { email, userId: await idOf(email), exp: 4_000_000_000 }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;
}

describe("the link in the email", () => {
  test("changes nothing when opened, however often; its button verifies", async () => {
    const ada = await signUp();
    const link = await emailedLink();
    for (const who of [visitor(site), ada, visitor(site)]) {
      const response = await who.get(link);
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      const html = await response.text();
      expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Verify my email<\/button>/);
      expect(html).toContain('<meta name="robots" content="noindex"');
    }
    expect(await isVerified()).toBe(false);
    const response = await ada.send(link, {});
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/profile"]);
    expect(toastOf(response)).toMatchObject({ title: "Email verified" });
    expect(await isVerified()).toBe(true);
  });

  test("asks for the account's password in a browser without a session, and signs in with it", async () => {
    await signUp();
    const [link, phone] = [await emailedLink(), visitor(site)];
    expect(visibleText(await (await phone.get(link)).text())).toContain(`The password for ${FORM.email}`);
    for (const [password, text] of [
      ["", "Password is required"],
      ["not this one", "Incorrect password"],
    ] as const) {
      const response = await phone.send(link, { password });
      expect(response.status).toBe(400);
      expect(visibleText(await response.text())).toContain(text);
    }
    expect(await isVerified()).toBe(false);
    const response = await phone.send(link, { password: FORM.password });
    expect(response.headers.get("Location")).toBe("/profile");
    expect(toastOf(response)).toMatchObject({ title: "Email verified" });
    expect(await phone.isSignedIn()).toBe(true);
    expect(await isVerified()).toBe(true);
  });

  test("does not help a stranger who created the account: the owner's press alone is not enough", async () => {
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    await signUp(); // a stranger, with the address of a guest's booking
    const link = await emailedLink();
    const owner = visitor(site);
    await owner.send("/signup", { ...FORM, email: "another@mail.example" });
    await owner.send("/login", { ...FORM, email: "another@mail.example" });
    for (const who of [owner, visitor(site)]) expect((await who.send(link, {})).status).toBe(400);
    expect(await isVerified()).toBe(false);
    expect((await bookingOf(pool, session)).user_id).toBeNull();
  });

  test("works the second time like the first", async () => {
    const ada = await signUp();
    const link = await emailedLink();
    await ada.send(link, {});
    const again = await ada.send(link, {});
    expect(again.headers.get("Location")).toBe("/profile");
    const { rows } = await pool.query("select count(*)::int from audit_log where action = 'user.verified'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("signs in an account that had to verify first", async () => {
    await setSetting(pool, "users.require_email_verification", "true");
    const ada = await signUp();
    expect((await ada.send("/login", FORM)).status).toBe(401);
    await ada.send(await emailedLink(), { password: FORM.password });
    expect(await ada.isSignedIn()).toBe(true);
    await ada.send("/logout", {});
    expect((await ada.send("/login", FORM)).status).toBe(303);
    expect(await ada.isSignedIn()).toBe(true);
  });
});

describe("bookings made without an account", () => {
  test("are linked when their address is verified, and not before", async () => {
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    const ownerOf = async () => (await bookingOf(pool, session)).user_id;
    const ada = await signUp();
    expect(await ownerOf()).toBeNull();
    await ada.send("/login", FORM);
    const link = await emailedLink();
    await ada.get(link);
    expect(await ownerOf()).toBeNull();
    await ada.send(link, {});
    const { rows } = await pool.query("select id from users");
    const { id } = await bookingOf(pool, session);
    expect(await ownerOf()).toBe(rows[0].id);
    expect(await auditOf(pool, id)).toContain("booking.joined");
  });

  test("of another address stay unlinked", async () => {
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    const eve = await signUp("eve@mail.example");
    await eve.send(await emailedLink(), {});
    expect(await isVerified("eve@mail.example")).toBe(true);
    expect((await bookingOf(pool, session)).user_id).toBeNull();
  });
});

describe("an invalid link", () => {
  const links: [string, () => Promise<string> | string, string][] = [
    ["expired", () => tokenFor(FORM.email, -10), "This link is more than 24 hours old."],
    [
      "of another site's secret",
      () => tokenFor(FORM.email, 60, "another secret, just as long as it has to be"),
      "incomplete or isn’t one of ours",
    ],
    ["unsigned", () => unsigned(FORM.email), "incomplete or isn’t one of ours"],
    ["for nobody", () => tokenFor("nobody@mail.example", 60), "incomplete or isn’t one of ours"],
    ["garbled", () => "abc.def.ghi", "incomplete or isn’t one of ours"],
    ["no token at all", () => "🌲<b>x</b>", "incomplete or isn’t one of ours"],
    ["endless", () => "a".repeat(5000), "incomplete or isn’t one of ours"],
  ];

  test.each(links)("(%s) says so and changes nothing", async (_what, token, text) => {
    await signUp();
    const response = await visitor(site).send(`/verify-email?token=${encodeURIComponent(await token())}`, {});
    expect(response.status).toBe(410);
    const html = await response.text();
    expect(visibleText(html)).toContain(text);
    expect(html).toContain('href="/login?redirect=%2Fverify-email"');
    expect(html).not.toContain("<b>x</b>");
    expect(await isVerified()).toBe(false);
  });

  test("(half of a valid one) says so", async () => {
    await signUp();
    const link = await emailedLink();
    expect((await visitor(site).send(link.slice(0, -4), {})).status).toBe(410);
    expect(await isVerified()).toBe(false);
  });

  test("(a session token, signed with the same secret) says so", async () => {
    const ada = await signUp();
    const token = ada.jar.get("__Secure-wb.session_data") ?? "";
    expect(token.split(".")).toHaveLength(3);
    const response = await visitor(site).send(`/verify-email?token=${token}`, {});
    expect(response.status).toBe(410);
    expect(await isVerified()).toBe(false);
  });

  test("offers a new one to a signed-in customer", async () => {
    const ada = await signUp();
    await emailedLink();
    const html = await (await ada.send("/verify-email?token=abc", {})).text();
    expect(html).toContain('value="resend"');
    const response = await ada.send("/verify-email", { intent: "resend" });
    expect(response.headers.get("Location")).toBe("/verify-email");
    expect(toastOf(response)).toMatchObject({ title: "Check your email" });
    expect(visibleText(await (await ada.get("/verify-email")).text())).toContain(FORM.email);
    await ada.send(await emailedLink(), {});
    expect(smtp.received).toHaveLength(2);
    expect(await isVerified()).toBe(true);
    const refused = await ada.send("/verify-email", { intent: "resend" });
    expect(refused.headers.get("Location")).toBe("/profile");
    expect(await queues.waiting("verification-mail")).toEqual([]);
  });
});

test("sends no new one without a session", async () => {
  const response = await visitor(site).send("/verify-email", { intent: "resend" });
  expect(response.headers.get("Location")).toMatch(/^\/login\?redirect=/);
  expect(await queues.waiting("verification-mail")).toEqual([]);
});

test("too many new links are refused", async () => {
  const ada = visitor(limited);
  await ada.send("/signup", FORM);
  await ada.send("/login", FORM);
  expect((await ada.send("/verify-email", { intent: "resend" })).status).toBe(303);
  const response = await ada.send("/verify-email", { intent: "resend" });
  expect(response.status).toBe(429);
  expect(visibleText(await response.text())).toContain(
    "Too many attempts. Please wait a while and try again.",
  );
});
