import { symmetricEncrypt } from "better-auth/crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLog } from "~/platform/log.server";
import { quickHashing, testWorld } from "../../../tests/support/ctx";
import { PASSWORD, signedIn } from "../../../tests/support/sign-in";
import { totp } from "../../../tests/support/totp";
import { withTwoFactor } from "../../../tests/support/two-factor";
import type { Secrets } from "./app-secret.server";
import { openAuth } from "./auth.server";
import { renewSignIn } from "./sign-in-secrets.server";

const { db, pool, clear } = await testWorld();
const EMAIL = "ada@mail.example";
const ORIGIN = "https://site.example";
const [FIRST, SECOND, THIRD] = ["first", "second", "third"].map(
  (name) => `${name} ${"secret".repeat(6)}`,
) as [string, string, string];

beforeEach(clear);
afterEach(() => vi.unstubAllGlobals());

/** The site after a restart with these secrets. */
function siteWith(secret: string, ...oldSecrets: string[]) {
  const auth = openAuth({
    db,
    log: openLog("silent"),
    secret,
    oldSecrets,
    hashing: quickHashing(),
    social: { google: { clientId: "our-id", clientSecret: "our-secret" } },
    mayRegister: async () => true,
    onCreated: async () => {},
    onVerified: async () => {},
  });
  return { auth, pool, runtime: { auth } } as Parameters<typeof signedIn>[0] & { auth: typeof auth };
}

function visit({ auth }: ReturnType<typeof siteWith>, cookies = "") {
  const set: string[] = [];
  const request = auth.forRequest(ORIGIN, new Headers({ Cookie: cookies }), (cookie) => set.push(cookie));
  return { ...request, cookies: () => set.map((cookie) => cookie.split(";")[0]).join("; ") };
}

/** Passes the first step of signing in. */
async function halfway(site: ReturnType<typeof siteWith>) {
  const visitor = visit(site);
  const asked = await visitor.signIn({ email: EMAIL, password: PASSWORD });
  if (!asked.ok) throw new Error(asked.code);
  visitor.accept(asked);
  return visitor.cookies();
}

const answer = (site: ReturnType<typeof siteWith>, cookies: string, code: string) =>
  visit(site, cookies).answerChallenge("totp", code);

describe("after a rotation", () => {
  test("a session from before goes on, and only with the old secret", async () => {
    const { id, cookie } = await signedIn(siteWith(FIRST));
    expect(await visit(siteWith(SECOND, FIRST), cookie).session()).toMatchObject({ user_id: id });
    expect(await visit(siteWith(THIRD, SECOND, FIRST), cookie).session()).toMatchObject({ user_id: id });
    expect(await visit(siteWith(SECOND), cookie).session()).toBeNull();
    expect(await visit(siteWith(SECOND, FIRST), cookie.replace(/\.[^.;]+;/, ".x;")).session()).toBeNull();
  });

  test("the session's cookie is signed anew when its use is recorded", async () => {
    const { id, cookie } = await signedIn(siteWith(FIRST));
    await pool.query("update sessions set expires_at = expires_at - interval '2 hours'");
    const visitor = visit(siteWith(SECOND, FIRST), cookie);
    await visitor.session();
    expect(await visit(siteWith(SECOND), visitor.cookies()).session()).toMatchObject({ user_id: id });
  });

  test("a session can be ended", async () => {
    const { cookie } = await signedIn(siteWith(FIRST));
    expect(await visit(siteWith(SECOND, FIRST), cookie).signOut()).toMatchObject({ ok: true });
    expect(await visit(siteWith(SECOND, FIRST), cookie).refresh()).toBeNull();
  });

  test("a sign-in that waits for a code is finished, with the two-factor secret from before", async () => {
    const { secret } = await withTwoFactor(siteWith(FIRST), EMAIL);
    const cookies = await halfway(siteWith(FIRST));
    expect(await answer(siteWith(SECOND), cookies, totp(secret))).toMatchObject({ ok: false });
    expect(await answer(siteWith(SECOND, FIRST), cookies, totp(secret))).toMatchObject({ ok: true });
  });

  test("the link that verifies an address still works, and ends when it would have", async () => {
    const { id } = await signedIn(siteWith(FIRST), { email: EMAIL, verified: false });
    const token = await siteWith(FIRST).auth.verificationToken({ id, email: EMAIL });
    const after = visit(siteWith(SECOND, FIRST));
    expect(await visit(siteWith(SECOND)).readVerification(token)).toEqual({ ok: false, reason: "invalid" });
    expect(await after.readVerification(token)).toEqual({ ok: true, user_id: id, email: EMAIL });
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ["Date"] });
    expect(await after.readVerification(token)).toEqual({ ok: false, reason: "expired" });
    vi.useRealTimers();
    expect(await after.verifyEmail(token)).toMatchObject({ ok: true });
  });

  test("the way back from Google is found", async () => {
    const before = visit(siteWith(FIRST));
    const begun = await before.socialSignIn("google", "/book", "/signup");
    if (!begun.ok || !begun.value.url) throw new Error("Google is not set up");
    const state = new URL(begun.value.url).searchParams.get("state");
    const callback = `${ORIGIN}/api/auth/callback/google?code=a-code&state=${state}`;
    const comeBack = (site: ReturnType<typeof siteWith>) =>
      visit(site, before.cookies()).callback(
        new Request(callback, { headers: { Cookie: before.cookies() } }),
      );
    const claims = { sub: "google-1", name: "Ada", email: EMAIL, email_verified: true };
    const [head, body] = [{ alg: "none" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    vi.stubGlobal("fetch", async () =>
      Response.json({ access_token: "a", id_token: `${head}.${body}.`, token_type: "Bearer" }),
    );
    expect(await comeBack(siteWith(SECOND, FIRST))).toMatchObject({ location: "/book", challenged: false });
    const { rows } = await pool.query("select access_token from accounts where provider_id = 'google'");
    expect(rows[0].access_token).toMatch(/^\$ba\$\d+\$/);
  });
});

describe("renewing", () => {
  const renew = (...secrets: Secrets) => db.transaction((tx) => renewSignIn(tx, secrets));
  const signsIn = async (site: ReturnType<typeof siteWith>, secret: string) =>
    (await answer(site, await halfway(site), totp(secret))).ok;

  test("encrypts two-factor secrets and recovery codes under the newest secret, and does so once", async () => {
    const { secret, codes, id } = await withTwoFactor(siteWith(FIRST), EMAIL);
    expect(await renew(SECOND, FIRST)).toEqual({ renewed: 2, unreadable: 0 });
    expect(await renew(SECOND, FIRST)).toEqual({ renewed: 0, unreadable: 0 });
    expect(await visit(siteWith(SECOND)).recoveryCodes(id)).toEqual(codes);
    expect(await signsIn(siteWith(SECOND), secret)).toBe(true);
  });

  test("also what Better Auth encrypted before it named versions, whichever secret it was", async () => {
    const { id, secret } = await withTwoFactor(siteWith(FIRST), EMAIL);
    const { rows } = await pool.query("select secret from two_factors where user_id = $1", [id]);
    expect(rows[0].secret).toMatch(/^\$ba\$/);
    const bare = rows[0].secret.replace(/^\$ba\$\d+\$/, "");
    await pool.query("update two_factors set secret = $2 where user_id = $1", [id, bare]);
    await pool.query(
      "insert into accounts (user_id, account_id, provider_id, access_token, id_token) values ($1, 'g', 'google', $2, 'a.plain.token')",
      [id, await symmetricEncrypt({ key: SECOND, data: "a token of Google" })],
    );
    expect(await renew(THIRD, SECOND, FIRST)).toEqual({ renewed: 3, unreadable: 0 });
    expect(await signsIn(siteWith(THIRD), secret)).toBe(true);
    const tokens = await pool.query(
      "select access_token, id_token from accounts where provider_id = 'google'",
    );
    expect(tokens.rows[0]).toEqual({
      access_token: expect.stringMatching(/^\$ba\$/),
      id_token: "a.plain.token",
    });
  });

  test("leaves alone what opens under no known secret, and counts it", async () => {
    const { secret } = await withTwoFactor(siteWith(FIRST), EMAIL);
    expect(await renew(THIRD, SECOND)).toEqual({ renewed: 0, unreadable: 2 });
    expect(await signsIn(siteWith(THIRD, FIRST), secret)).toBe(true);
  });

  test("is not needed to sign in with what the version before encrypted", async () => {
    const { id, secret } = await withTwoFactor(siteWith(FIRST), EMAIL);
    await pool.query(
      "update two_factors set secret = regexp_replace(secret, '^[$]ba[$][0-9]+[$]', '') where user_id = $1",
      [id],
    );
    expect(await signsIn(siteWith(FIRST), secret)).toBe(true);
    await pool.query("delete from sessions; delete from verifications");
    expect(await signsIn(siteWith(THIRD, SECOND, FIRST), secret)).toBe(true);
  });
});
