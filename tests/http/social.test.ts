import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLog } from "~/platform/log.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD, openSession, paySession, setSetting } from "../support/bookings";
import { totp } from "../support/totp";
import { withTwoFactor } from "../support/two-factor";
import { toastOf } from "../support/visitor";

const keys = { google: { clientId: "our-id", clientSecret: "our-secret" } };
const site = await testApp({ social: keys });
const { app, pool, ctx, clear, get, queues, runtime } = site;
const plain = await testApp();

beforeEach(clear);
afterEach(() => vi.unstubAllGlobals());

const press = (site: typeof app, provider: string, redirect = "/book") =>
  site.request(
    new Request(`${ORIGIN}/auth/social`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ provider, redirect }).toString(),
    }),
  );

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** Google's response when the site asks who has signed in. */
function stubGoogle(claims: Record<string, unknown>) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const id_token = [
    part({ alg: "none" }),
    part({ sub: "google-1", name: "Grace Hopper", ...claims }),
    "",
  ].join(".");
  vi.stubGlobal("fetch", async (url: string | URL | Request) => {
    const { hostname } = new URL(url instanceof Request ? url.url : url);
    if (hostname !== "oauth2.googleapis.com") throw new Error(`Nobody asked for ${hostname}`);
    return Response.json({ access_token: "a", id_token, token_type: "Bearer", expires_in: 3600 });
  });
}

/** Presses the button and returns from Google with a code. */
async function comeBack(redirect?: string) {
  const pressed = await press(app, "google", redirect);
  const state = new URL(pressed.headers.get("Location") ?? "").searchParams.get("state");
  return get(`/api/auth/callback/google?code=a-code&state=${state}`, { Cookie: cookiesOf(pressed) });
}

const users = async () => (await pool.query("select * from users order by email")).rows;

describe("without keys", () => {
  test.each([
    ["google", "Google"],
    ["facebook", "Facebook"],
  ])("%s says that it isn't set up", async (provider, name) => {
    const answer = await press(plain.app, provider);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/signup?redirect=%2Fbook");
    const page = await plain.get("/signup?redirect=%2Fbook", { Cookie: cookiesOf(answer) });
    expect(await page.text()).toContain(`${name} sign-in isn&#x27;t set up yet`);
  });
});

describe("with keys", () => {
  test("the button leads to Google, which the page's policy allows", async () => {
    const answer = await press(app, "google");
    const target = new URL(answer.headers.get("Location") ?? "");
    expect(target.origin).toBe("https://accounts.google.com");
    expect(target.searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/google`);
    expect(target.searchParams.get("client_id")).toBe("our-id");
    expect(target.search).not.toContain("our-secret");
    const policy = (await get("/signup")).headers.get("Content-Security-Policy");
    expect(policy).toContain("form-action 'self' https://checkout.stripe.com https://accounts.google.com;");
    expect((await plain.get("/signup")).headers.get("Content-Security-Policy")).toContain(
      "form-action 'self' https://checkout.stripe.com;",
    );
  });

  test("a new visitor gets a verified account with their name, and earlier bookings are linked", async () => {
    const session = await paySession(ctx());
    await pool.query("update bookings set customer_email = $1", [CARD.email]);
    stubGoogle({ email: CARD.email, email_verified: true });
    const answer = await comeBack("/profile");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/profile");
    const [user] = await users();
    expect(user).toMatchObject({ email: CARD.email, email_verified: true });
    const { rows } = await pool.query("select first_name, last_name from profiles where id = $1", [user.id]);
    expect(rows).toEqual([{ first_name: "Grace", last_name: "Hopper" }]);
    const joined = await pool.query(
      "select user_id from bookings b join orders o on o.booking_id = b.id where o.payment_session_id = $1",
      [session],
    );
    expect(joined.rows).toEqual([{ user_id: user.id }]);
    const home = await get("/", { Cookie: cookiesOf(answer) });
    expect(await home.text()).toContain("Logout");
  });

  test("an address that Google has not verified links no bookings", async () => {
    await openSession(ctx());
    await pool.query("update bookings set customer_email = $1", [CARD.email]);
    stubGoogle({ email: CARD.email, email_verified: false });
    await comeBack();
    expect((await pool.query("select user_id from bookings")).rows).toEqual([{ user_id: null }]);
  });

  test("an unverified account that somebody else created with the address is not taken over", async () => {
    await pool.query("insert into users (name, email) values ('Eve', $1)", [CARD.email]);
    stubGoogle({ email: CARD.email, email_verified: true });
    const answer = await comeBack();
    expect(answer.headers.get("Location")).toBe("/login?redirect=%2Fbook&error=account_not_linked");
    const page = await get("/login?redirect=%2Fbook&error=account_not_linked");
    expect(await page.text()).toContain("You already have an account with this email.");
    expect(cookiesOf(answer)).not.toContain("session_token");
  });

  test("while registration is closed, only existing accounts can sign in", async () => {
    await setSetting(pool, "users.allow_user_registration", "false");
    stubGoogle({ email: CARD.email, email_verified: true });
    const refused = await comeBack("/profile");
    expect(refused.headers.get("Location")).toContain(
      "/login?redirect=%2Fprofile&error=unable_to_create_user",
    );
    expect(await users()).toEqual([]);

    await setSetting(pool, "users.allow_user_registration", "true");
    await comeBack();
    await setSetting(pool, "users.allow_user_registration", "false");
    expect(cookiesOf(await comeBack("/profile"))).toContain("session_token");
    expect(visibleText(await (await get("/login")).text())).toContain("Continue with Google");
    expect(visibleText(await (await plain.get("/login")).text())).not.toContain("Continue with");
  });

  test("while addresses must be verified, an address that Google has not verified gets the email first", async () => {
    await setSetting(pool, "users.require_email_verification", "true");
    stubGoogle({ email: CARD.email, email_verified: false });
    const answer = await comeBack("/profile");
    expect(answer.headers.get("Location")).toBe("/login");
    expect(cookiesOf(answer)).not.toContain("session_token");
    const [user] = await users();
    expect(await queues.waiting("verification-mail")).toMatchObject([{ user_id: user.id }]);
    expect((await pool.query("select 1 from sessions")).rows).toEqual([]);
  });

  test("an account with two-factor needs the code as after a password, and has no session before", async () => {
    const { id, secret } = await withTwoFactor(site, CARD.email);
    stubGoogle({ email: CARD.email, email_verified: true });
    const answer = await comeBack("/profile");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/two-factor?redirect=%2Fprofile"]);
    expect(toastOf(answer)).toBeNull();
    expect((await pool.query("select 1 from sessions")).rows).toEqual([]);
    const Cookie = cookiesOf(answer);
    expect((await get("/profile", { Cookie })).headers.get("Location")).toMatch(/^\/login/);

    const send = (code: string) =>
      app.request(
        new Request(`${ORIGIN}/two-factor?redirect=%2Fprofile`, {
          method: "POST",
          headers: { Cookie },
          body: new URLSearchParams({ code }),
        }),
      );
    expect((await send("000000")).status).toBe(400);
    const entered = await send(totp(secret));
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/profile"]);
    expect(cookiesOf(entered)).toContain("session_token");
    const { rows } = await pool.query("select details from audit_log where action = 'user.signed_in'");
    expect(rows).toEqual([{ details: { step: "totp" } }]);
    expect((await pool.query("select user_id from sessions")).rows).toEqual([{ user_id: id }]);
  });

  test("a sign-in and a refused one are logged without an address or a code", async () => {
    const lines: string[] = [];
    const { log } = runtime;
    runtime.log = openLog("info", { write: (line: string) => void lines.push(line) });
    stubGoogle({ email: CARD.email, email_verified: true });
    await comeBack();
    await get("/api/auth/callback/google?code=a-code&state=foreign");
    runtime.log = log;
    const [user] = await users();
    const signIns = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith("a sign-in"));
    expect(signIns).toMatchObject([
      { msg: "a sign-in succeeded", account: user.id, step: "social" },
      { msg: "a sign-in was refused", account: null, step: "social", reason: "not let in" },
    ]);
    expect(lines.join()).not.toMatch(new RegExp(`a-code|foreign|${CARD.email}`));
  });

  test.each([
    ["another visitor's state", "/api/auth/callback/google?code=a&state=foreign"],
    ["no parameters", "/api/auth/callback/google"],
    ["an unknown provider", "/api/auth/callback/nobody?code=a&state=b"],
    ["a refusal by Google", "/api/auth/callback/google?error=access_denied&state=foreign"],
  ])("returning with %s signs nobody in", async (_what, url) => {
    const answer = await get(url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toMatch(/^\/login\?.*error=/);
    expect(cookiesOf(answer)).not.toContain("session_token");
    expect(await users()).toEqual([]);
  });

  test.each([
    "/api/auth/sign-up/email",
    "/api/auth/sign-in/email",
    "/api/auth/get-session",
    "/api/auth/delete-user",
  ])("the library's own %s is closed", async (url) => {
    const answer = await app.request(
      new Request(ORIGIN + url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "a@b.example", password: "long enough", name: "A" }),
      }),
    );
    expect([404, 405]).toContain(answer.status);
    expect(await users()).toEqual([]);
  });
});
