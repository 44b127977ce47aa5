import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { PASSWORD, signedIn } from "../support/sign-in";
import { totp, wrongTotp } from "../support/totp";

const site = await testApp();
const { app, pool, queues, clear } = site;

beforeEach(async () => {
  await clear();
  await setSetting(pool, "users.enable_two_factor_auth", "true");
});

/** A browser without script on 'Password and security'. */
async function atSecurity(visit = site, query = "") {
  const jar = new Map<string, string>();
  const keep = (cookies: string[]) => {
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
  };
  const person = await signedIn(visit);
  keep(person.cookie.split("; "));
  const send = async (form?: Record<string, string>, path = `/profile/security${query}`) => {
    const response = await visit.app.request(
      new Request(ORIGIN + path, {
        method: form ? "POST" : "GET",
        headers: { Cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
        body: form && new URLSearchParams(form),
      }),
    );
    keep(response.headers.getSetCookie());
    return { response, status: response.status, html: await response.text() };
  };
  return { ...person, send };
}

const secretIn = (html: string) => /name="secret" value="([A-Z2-7]+)"/.exec(html)?.[1] ?? "";
const begin = { intent: "begin-two-factor", password: PASSWORD };

describe("two-factor without script", () => {
  test("is set up, gets new codes, and is turned off", async () => {
    const { send } = await atSecurity();
    const begun = await send(begin);
    expect(begun.status).toBe(200);
    expect(begun.html).toContain("data:image/svg+xml;base64,");
    const secret = secretIn(begun.html);

    const invalid = await send({ intent: "confirm-two-factor", secret, code: wrongTotp(secret) });
    expect(invalid.status).toBe(400);
    expect(visibleText(invalid.html)).toContain("That code is incorrect");
    expect(secretIn(invalid.html)).toBe(secret);
    const noCode = await send({ intent: "confirm-two-factor", secret, code: "12" });
    expect(visibleText(noCode.html)).toContain("Code must be the 6 digits");
    expect(secretIn(noCode.html)).toBe(secret);

    const done = await send({ intent: "confirm-two-factor", secret, code: totp(secret) });
    expect(done.status).toBe(200);
    const codes = done.html.match(/\b\w{5}-\w{5}\b(?=<\/li>)/g) ?? [];
    expect(codes).toHaveLength(10);
    const after = await send();
    expect(visibleText(after.html)).toContain("New recovery codes");
    for (const code of codes) expect(after.html).not.toContain(code);

    const again = await send({ intent: "confirm-two-factor", secret, code: totp(secret) });
    expect(again.response.headers.get("Location")).toBe("/profile/security");
    const renew = { intent: "recovery-codes", password: PASSWORD };
    expect(visibleText((await send(renew, "/profile/security?do=recovery-codes")).html)).toContain(
      "Code is required",
    );
    const renewed = await send({ ...renew, code: totp(secret) });
    const fresh: string[] = renewed.html.match(/\b\w{5}-\w{5}\b(?=<\/li>)/g) ?? [];
    expect(fresh).toHaveLength(10);
    const off = { intent: "turn-off-two-factor", password: PASSWORD };
    for (const code of ["", "000000", codes[0] ?? "", totp(secret)]) {
      expect((await send({ ...off, code })).status).toBe(400);
    }
    expect((await send({ ...off, code: fresh[0] ?? "" })).status).toBe(303);
    expect(visibleText((await send()).html)).toContain("Set up two-factor authentication");
  });

  test.each(["begin-two-factor", "recovery-codes", "turn-off-two-factor"])(
    "%s says at the field that the password is wrong, and sends no password back",
    async (intent) => {
      const { send } = await atSecurity(
        site,
        intent === "turn-off-two-factor"
          ? "?do=turn-off"
          : intent === "recovery-codes"
            ? "?do=recovery-codes"
            : "?do=set-up",
      );
      if (intent !== "begin-two-factor") {
        const secret = secretIn((await send(begin)).html);
        await send({ intent: "confirm-two-factor", secret, code: totp(secret) });
      }
      const refused = await send({ intent, password: "a wrong password of theirs", code: "123456" });
      expect(refused.status).toBe(400);
      expect(visibleText(refused.html)).toContain("Incorrect password");
      expect(refused.html).not.toContain("a wrong password of theirs");
    },
  );

  test("is shown to accounts that use it when the setting is off, and to no others", async () => {
    const { send } = await atSecurity();
    const secret = secretIn((await send(begin)).html);
    await send({ intent: "confirm-two-factor", secret, code: totp(secret) });
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    expect(visibleText((await send()).html)).toContain("Turn off");
    const other = await atSecurity();
    expect(visibleText((await other.send()).html)).not.toContain("wo-factor");
    const refused = await other.send(begin);
    expect(refused.status).toBe(303);
    expect((await pool.query("select 1 from two_factors where user_id = $1", [other.id])).rows).toEqual([]);
  });
});

describe("the password without script", () => {
  const change = (current_password: string, new_password: string) => ({
    intent: "change-password",
    current_password,
    new_password,
  });

  test("is changed, and this browser stays signed in", async () => {
    const { send } = await atSecurity();
    expect((await send(change(PASSWORD, "paper bark and moss"))).status).toBe(303);
    expect(visibleText((await send()).html)).toContain("Password changed");
    expect((await send(change(PASSWORD, "another one of these"))).status).toBe(400);
  });

  test.each([
    ["", "paper bark and moss", "Current password is required"],
    ["not the one", "paper bark and moss", "Current password is incorrect"],
    [PASSWORD, "", "New password is required"],
    [PASSWORD, "short", "New password must be at least 8 characters"],
    [PASSWORD, "x".repeat(129), "New password can have at most 128 characters"],
    [PASSWORD, "password123", "too easy to guess"],
  ])(
    "from %j to %j is refused with a reason, and no password comes back",
    async (current, wanted, message) => {
      const { send } = await atSecurity();
      const { status, html } = await send(change(current, wanted));
      expect(status).toBe(400);
      expect(visibleText(html)).toContain(message);
      expect(html).not.toContain(PASSWORD);
      expect((await send()).status).toBe(200);
    },
  );

  test("that isn't set yet is set by email", async () => {
    const { send, id, email } = await atSecurity();
    await pool.query("update accounts set provider_id = 'google', password = null where user_id = $1", [id]);
    const page = visibleText((await send()).html);
    expect(page).toContain("You log in without a password");
    expect(page).toContain("Set a password first");
    expect((await send({ intent: "reset-mail" })).status).toBe(303);
    expect(await queues.waiting("password-reset-mail")).toMatchObject([{ email }]);
  });
});

describe("every response of the page", () => {
  test("is uncached, as a page, as data and after a form", async () => {
    const { send } = await atSecurity();
    const answers = [
      await send(),
      await send(undefined, "/profile/security.data"),
      await send(begin),
      await send(begin, "/profile/security.data"),
      await send({ intent: "change-password" }),
    ];
    expect(answers.map(({ response }) => response.headers.get("Cache-Control"))).toEqual(
      answers.map(() => "no-store"),
    );
  });

  test.each([
    ["no intent", {}],
    ["an unknown intent", { intent: "become-admin" }],
    ["an intent named like a JavaScript property", { intent: "constructor" }],
    ["an invalid secret", { intent: "confirm-two-factor", secret: "<b>", code: "123456" }],
    ["a code before the setup", { intent: "confirm-two-factor", secret: "A".repeat(52), code: "123456" }],
    ["new codes before the setup", { intent: "recovery-codes", password: PASSWORD }],
  ])("renders with %s", async (_, form) => {
    const { send } = await atSecurity();
    expect([303, 400]).toContain((await send(form as Record<string, string>)).status);
  });

  test("handles a body that is not a form", async () => {
    const { cookie } = await signedIn(site);
    const response = await app.request(
      new Request(`${ORIGIN}/profile/security`, {
        method: "POST",
        headers: { Cookie: cookie, "Content-Type": "application/json" },
        body: "{}",
      }),
    );
    expect(response.status).toBe(303);
  });
});

describe("with limits", async () => {
  const limited = await testApp({ rateLimitFactor: 0.1 });

  test("guesses end in 429 with a readable error", async () => {
    const { send } = await atSecurity(limited as typeof site);
    const guess = () => send({ intent: "turn-off-two-factor", password: "a guess", code: "123456" });
    expect([(await guess()).status, (await guess()).status]).not.toContain(429);
    const { status, html } = await send({
      intent: "change-password",
      current_password: PASSWORD,
      new_password: "x",
    });
    expect(status).toBe(429);
    expect(visibleText(html)).toContain("Too many attempts");
  });
});
