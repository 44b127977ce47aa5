import { randomUUID } from "node:crypto";
import { APIError } from "better-auth";
import { verifyJWT } from "better-auth/crypto";
import type { BetterAuth, SocialProvider } from "./better-auth.server";
import type { Session, SessionCache } from "./session-cache.server";

/** A visitor who has signed in; `token_expires_at` (epoch milliseconds) is when the short-lived token ends. */

type Asked<Value> = { ok: true; value: Value; headers: Headers } | { ok: false; code: string };

/** What signing in has made: a session whose cookies wait for `accept`, or are given up with `refuse`. */
type Entry = { value: { token?: string | null } | object; headers: Headers };

/** Signing in and out as one request sees it: it reads that request's cookies, and its own go out with the answer. */
export type RequestAuth = ReturnType<typeof requestAuth>;

const TOKEN_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.session_data=([^;]+)/;

/** Tells a browser from others that somebody has signed in with; it says nothing of who that was. */
const DEVICE_COOKIE = /(?:^|;\s*)wb_device=([\w-]{36})(?:;|$)/;
/** As long as browsers keep a cookie; each sign-in begins it anew. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

const SESSION_COOKIE = /^(?:__Secure-)?wb\.session_token=([^;]+)/;

const SENT_SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.session_token=([^;]+)/;

const CHALLENGE_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.two_factor=([^;]*)/;
const NEW_CHALLENGE = /^(?:__Secure-)?wb\.two_factor=[^;]/;

export function requestAuth(
  auth: BetterAuth,
  headers: Headers,
  setCookie: (cookie: string) => void,
  providers: SocialProvider[],
  sessionCache: SessionCache,
) {
  const keepCookies = (from: HeadersInit | undefined) => {
    for (const cookie of new Headers(from).getSetCookie()) setCookie(cookie);
  };

  /** What Better Auth refuses becomes an outcome with its code; everything else is a fault and is thrown. */
  async function ask<Value>(
    request: Promise<{ headers: Headers; response: Value }>,
    { keep = true } = {},
  ): Promise<Asked<Value>> {
    try {
      const { headers: answered, response } = await request;
      if (keep) keepCookies(answered);
      return { ok: true, value: response, headers: answered };
    } catch (error) {
      if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
      keepCookies(error.headers);
      return { ok: false, code: String(error.body?.code ?? error.status) };
    }
  }

  const returning = { headers, returnHeaders: true } as const;
  /** Without the short-lived token: what it says of the user may have changed in another browser. */
  const asking = () => ({ ...returning, headers: withoutToken(headers) });

  async function readSession(disableCookieCache: boolean): Promise<Session | null> {
    const cookie = headers.get("Cookie") ?? "";
    const known = disableCookieCache ? null : sessionCache.find(cookie);
    if (known) return known;
    const asked = await ask(auth.api.getSession({ ...returning, query: { disableCookieCache } }));
    if (!asked.ok || !asked.value) return null;
    const fresh = asked.headers.getSetCookie().findLast((cookie) => TOKEN_COOKIE.test(cookie));
    const { session } = asked.value;
    const found = {
      id: session.id,
      user_id: session.userId,
      token_expires_at: expiryOf(fresh ?? cookie),
    };
    if (!fresh) sessionCache.note(cookie, found, session.expiresAt);
    return found;
  }

  return {
    /** Who is signed in. Answered from the short-lived token; once that has ended, from the database, with a new one. */
    session: () => readSession(false),
    /** The same with a new short-lived token in any case. */
    refresh: () => readSession(true),
    signIn: (body: { email: string; password: string }) =>
      ask(auth.api.signInEmail({ ...returning, body }), { keep: false }),
    /** Opens an account and signs nobody in. For an address that has one already it answers a user who does not exist. */
    signUp: (body: { email: string; password: string; name: string }) =>
      ask(auth.api.signUpEmail({ ...returning, body }), { keep: false }),
    /** Whether this browser has taken the first step of signing in, and now owes a code. */
    isChallenged: () => CHALLENGE_COOKIE.test(headers.get("Cookie") ?? ""),
    /** Who owes that code, for the log; null when nobody does any more. The cookie's secret is looked up, not believed. */
    async challengedUser(): Promise<string | null> {
      const [, cookie = ""] = CHALLENGE_COOKIE.exec(headers.get("Cookie") ?? "") ?? [];
      const [identifier = ""] = decoded(cookie).split(".");
      if (!identifier) return null;
      const { internalAdapter } = await auth.$context;
      return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
    },
    /** The second step of signing in: a code of the authenticator app, or a recovery code. */
    answerChallenge: (kind: "totp" | "recovery", code: string) =>
      kind === "totp"
        ? ask(auth.api.verifyTOTP({ ...returning, body: { code } }), { keep: false })
        : ask(auth.api.verifyBackupCode({ ...returning, body: { code } }), { keep: false }),
    /** Lets the visitor in: `signIn` and `answerChallenge` wait for it. */
    accept: ({ headers: answered }: Pick<Entry, "headers">) => keepCookies(answered),
    /** Ends the session again that was just made, before its cookies went out. */
    async refuse({ value }: Entry) {
      const token = "token" in value && value.token;
      if (token) await (await auth.$context).internalAdapter.deleteSession(token);
    },
    /** The browser that asks: what it is, and a number of its own, which it keeps from now on. */
    device(): { id: string; userAgent: string | null } {
      const [, id = randomUUID()] = DEVICE_COOKIE.exec(headers.get("Cookie") ?? "") ?? [];
      const secure = auth.options.baseURL.startsWith("https:") ? "; Secure" : "";
      setCookie(`wb_device=${id}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure}`);
      return { id, userAgent: headers.get("User-Agent") };
    },
    /**
     * Ends the session and lets go of its cookies. Throws while the session lives on, cookies untouched: Better Auth's own
     * way keeps quiet about a deletion that failed.
     */
    async signOut() {
      const [, cookie = ""] = SENT_SESSION_COOKIE.exec(headers.get("Cookie") ?? "") ?? [];
      const [token = ""] = decoded(cookie).split(".");
      const { internalAdapter } = await auth.$context;
      if (token) {
        await internalAdapter.deleteSession(token);
        if (await internalAdapter.findSession(token)) throw new Error("The session was not deleted");
      }
      return ask(auth.api.signOut(returning));
    },
    /** Whom the token of a verification mail is about. */
    async readVerification(
      token: string,
    ): Promise<{ ok: true; user_id: string; email: string } | { ok: false; reason: "expired" | "invalid" }> {
      const claims = await verifyJWT<Record<string, unknown>>(token, (await auth.$context).secret);
      const { userId: user_id, email } = claims ?? {};
      if (typeof user_id === "string" && typeof email === "string") return { ok: true, user_id, email };
      const over = !claims && Number(claimsOf(token).exp) * 1000 < Date.now();
      return { ok: false, reason: over ? "expired" : "invalid" };
    },
    verifyEmail: (token: string) => ask(auth.api.verifyEmail({ ...returning, query: { token } })),
    resetPassword: (body: { token: string; newPassword: string }) =>
      ask(auth.api.resetPassword({ ...returning, body })),
    /** Ends the other sessions as well. */
    changePassword: (body: { currentPassword: string; newPassword: string }) =>
      ask(auth.api.changePassword({ ...returning, body: { ...body, revokeOtherSessions: true } })),
    endOtherSessions: () => ask(auth.api.revokeOtherSessions(returning)),
    checkPassword: (password: string) => ask(auth.api.verifyPassword({ ...returning, body: { password } })),
    /** Whether a code is the signed-in user's second factor; a recovery code is used up by it. */
    async checkCode(kind: "totp" | "recovery", code: string): Promise<boolean> {
      const asked =
        kind === "totp"
          ? await ask(auth.api.verifyTOTP({ ...asking(), body: { code } }), { keep: false })
          : await ask(auth.api.verifyBackupCode({ ...asking(), body: { code, disableSession: true } }), {
              keep: false,
            });
      return asked.ok;
    },
    /** Begins to set two-factor up; it counts once `confirmTwoFactor` has seen a right code. */
    enableTwoFactor: (body: { password: string; issuer: string }) =>
      ask(auth.api.enableTwoFactor({ ...returning, body })),
    confirmTwoFactor: (code: string) => ask(auth.api.verifyTOTP({ ...returning, body: { code } })),
    disableTwoFactor: (password: string) =>
      ask(auth.api.disableTwoFactor({ ...returning, body: { password } })),
    newRecoveryCodes: (password: string) =>
      ask(auth.api.generateBackupCodes({ ...asking(), body: { password } })),
    /** The recovery codes that are still good; for the eyes of this user only. */
    async recoveryCodes(userId: string): Promise<string[]> {
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
      return backupCodes;
    },
    /** Google, Facebook: whichever is set up. */
    providers,
    /** Where to send the browser to sign in with this provider; it comes back to one of the two addresses. */
    socialSignIn: (provider: SocialProvider, callbackURL: string, errorCallbackURL: string) =>
      ask(
        auth.api.signInSocial({
          ...returning,
          body: { provider, callbackURL, errorCallbackURL, disableRedirect: true },
        }),
      ),
    /**
     * Takes in what a provider sends the browser back with: who has come, for `accept` or `refuse`, or owes a code first
     * (`challenged`), and where to go on.
     */
    async callback(request: Request) {
      const response = await auth.handler(request);
      const token = sessionTokenIn(response.headers);
      const found = token && (await (await auth.$context).internalAdapter.findSession(token));
      const entry = found
        ? { value: { token, user: { id: found.user.id } }, headers: response.headers }
        : null;
      if (!entry) keepCookies(response.headers);
      const challenged = response.headers.getSetCookie().some((cookie) => NEW_CHALLENGE.test(cookie));
      return { location: response.headers.get("Location"), entry, challenged };
    },
  };
}

/** The text of a cookie; anything else than one of ours may not be decoded. */
function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

/** The token in the cookie of a session that was just made: it stands before its signature. */
function sessionTokenIn(answered: Headers): string | undefined {
  const cookies = answered.getSetCookie().map((cookie) => SESSION_COOKIE.exec(cookie)?.[1]);
  return decodeURIComponent(cookies.findLast(Boolean) ?? "").split(".")[0] || undefined;
}

function withoutToken(headers: Headers): Headers {
  const without = new Headers(headers);
  without.set("Cookie", (headers.get("Cookie") ?? "").replace(TOKEN_COOKIE, ""));
  return without;
}

/** When the token in this cookie ends, in epoch milliseconds; 0 when there is none. */
function expiryOf(cookie: string): number {
  const [, token = ""] = TOKEN_COOKIE.exec(cookie) ?? [];
  return Number(claimsOf(token).exp) * 1000 || 0;
}

/** What a signed token says of itself, not to be believed without its signature. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  } catch {
    return {};
  }
}
