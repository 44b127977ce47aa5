import { randomUUID } from "node:crypto";
import { APIError } from "better-auth";
import { verifyJWT } from "better-auth/crypto";
import type { BetterAuth, SocialProvider } from "./better-auth.server";
import type { LinkSigner } from "./links.server";
import type { Session, SessionCache } from "./session-cache.server";

type Asked<Value> = { ok: true; value: Value; headers: Headers } | { ok: false; code: string };

/** What a browser made with a passkey, with base64url values. */
type PasskeyResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
  clientExtensionResults: object;
};

/** A new session. Its cookies are set by `accept`, or discarded by `refuse`. */
type Entry = { value: { token?: string | null } | object; headers: Headers };

/** Sign-in and sign-out for one request: reads its cookies, and sets cookies on its response. */
export type RequestAuth = ReturnType<typeof requestAuth> & {
  /** As `signUp`, also while sign-up is closed. */
  signUpInvited: ReturnType<typeof requestAuth>["signUp"];
};

const TOKEN_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.session_data=([^;]+)/;

/** Identifies a browser that somebody has signed in with, and its signature. It does not say who that was. */
const DEVICE_COOKIE = /(?:^|;\s*)wb_device=([\w-]{36})(?:\.([\w-]{43}))?(?:;|$)/;
/** The longest life that browsers allow a cookie; renewed at each sign-in. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

const SESSION_COOKIE = /^(?:__Secure-)?wb\.session_token=([^;]+)/;

const SENT_SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.session_token=([^;]+)/;

/** A browser, by the id in its cookie and by its name. */
type SentDevice = { id: string; userAgent: string | null };

const CHALLENGE_COOKIE = /(?:^|;\s*)(?:__Secure-)?wb\.two_factor=([^;]*)/;
const NEW_CHALLENGE = /^(?:__Secure-)?wb\.two_factor=[^;]/;

/** Better Auth calls a wrong answer to the options of a new passkey its own failure. */
const WRONG_PASSKEY = "FAILED_TO_VERIFY_REGISTRATION";

export function requestAuth(
  auth: BetterAuth,
  headers: Headers,
  setCookie: (cookie: string) => void,
  providers: SocialProvider[],
  sessionCache: SessionCache,
  devices: LinkSigner,
) {
  const keepCookies = (from: HeadersInit | undefined) => {
    for (const cookie of new Headers(from).getSetCookie()) setCookie(cookie);
  };

  /** Turns Better Auth's refusals into outcomes with a code. Other errors are thrown. */
  async function ask<Value>(
    request: Promise<{ headers: Headers; response: Value }>,
    { keep = true } = {},
  ): Promise<Asked<Value>> {
    try {
      const { headers: answered, response } = await request;
      if (keep) keepCookies(answered);
      return { ok: true, value: response, headers: answered };
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      const code = String(error.body?.code ?? error.status);
      if (error.statusCode >= 500 && code !== WRONG_PASSKEY) throw error;
      keepCookies(error.headers);
      return { ok: false, code };
    }
  }

  const returning = { headers, returnHeaders: true } as const;
  /** Skips the short-lived token, whose data on the user may have been changed in another browser. */
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
    /** The signed-in user: from the short-lived token, or once that has ended, from the database with a new token. */
    session: () => readSession(false),
    /** The signed-in user, with a new short-lived token. */
    refresh: () => readSession(true),
    signIn: (body: { email: string; password: string }) =>
      ask(auth.api.signInEmail({ ...returning, body }), { keep: false }),
    /** Opens an account and signs nobody in. For an address with an account, returns a user that does not exist. */
    signUp: (body: { email: string; password: string; name: string }) =>
      ask(auth.api.signUpEmail({ ...returning, body }), { keep: false }),
    /** Whether this browser has passed the first step of signing in and owes a code. */
    isChallenged: () => CHALLENGE_COOKIE.test(headers.get("Cookie") ?? ""),
    /** The user who owes that code, for the log; null when there is none. Looked up by the cookie's secret. */
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
    /** Sets the cookies of a session made by `signIn` or `answerChallenge`. */
    accept: ({ headers: answered }: Pick<Entry, "headers">) => keepCookies(answered),
    /** Ends that session before its cookies are sent. */
    async refuse({ value }: Entry) {
      const token = "token" in value && value.token;
      if (token) await (await auth.$context).internalAdapter.deleteSession(token);
    },
    /** The browser: its name, and an id that it keeps from now on, signed. */
    device(): SentDevice {
      const [, id = randomUUID()] = DEVICE_COOKIE.exec(headers.get("Cookie") ?? "") ?? [];
      const secure = auth.options.baseURL.startsWith("https:") ? "; Secure" : "";
      const value = `${id}.${devices.sign(deviceSubject(id))}`;
      setCookie(`wb_device=${value}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure}`);
      return { id, userAgent: headers.get("User-Agent") };
    },
    /** The browser, if somebody has signed in with it before; null if this site did not sign its cookie. */
    signedDevice(): SentDevice | null {
      const [, id = "", signature = ""] = DEVICE_COOKIE.exec(headers.get("Cookie") ?? "") ?? [];
      if (!devices.isSigned(deviceSubject(id), signature)) return null;
      return { id, userAgent: headers.get("User-Agent") };
    },
    /**
     * Ends the session and removes its cookies. Throws, with the cookies untouched, if the session could not be deleted:
     * Better Auth's own sign-out ignores that failure.
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
    /** The user of a verification email's token. */
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
    /** Ends all other sessions, too. */
    changePassword: (body: { currentPassword: string; newPassword: string }) =>
      ask(auth.api.changePassword({ ...returning, body: { ...body, revokeOtherSessions: true } })),
    endOtherSessions: () => ask(auth.api.revokeOtherSessions(returning)),
    checkPassword: (password: string) => ask(auth.api.verifyPassword({ ...returning, body: { password } })),
    /** Whether a code is the signed-in user's second factor. Uses up a recovery code. */
    async checkCode(kind: "totp" | "recovery", code: string): Promise<boolean> {
      const asked =
        kind === "totp"
          ? await ask(auth.api.verifyTOTP({ ...asking(), body: { code } }), { keep: false })
          : await ask(auth.api.verifyBackupCode({ ...asking(), body: { code, disableSession: true } }), {
              keep: false,
            });
      return asked.ok;
    },
    /** Begins to set up two-factor sign-in. It takes effect with `confirmTwoFactor`. */
    enableTwoFactor: (body: { password: string; issuer: string }) =>
      ask(auth.api.enableTwoFactor({ ...returning, body })),
    confirmTwoFactor: (code: string) => ask(auth.api.verifyTOTP({ ...returning, body: { code } })),
    disableTwoFactor: (password: string) =>
      ask(auth.api.disableTwoFactor({ ...returning, body: { password } })),
    newRecoveryCodes: (password: string) =>
      ask(auth.api.generateBackupCodes({ ...asking(), body: { password } })),
    /** The unused recovery codes. Show them to this user only. */
    async recoveryCodes(userId: string): Promise<string[]> {
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
      return backupCodes;
    },
    /** What the browser needs to make a new passkey for the signed-in user. */
    newPasskeyOptions: () => ask(auth.api.generatePasskeyRegistrationOptions(asking())),
    /** Stores the passkey that the browser made with `newPasskeyOptions`. */
    addPasskey: (body: { name: string; response: unknown }) =>
      ask(auth.api.verifyPasskeyRegistration({ ...asking(), body })),
    /** What the browser needs to ask for a passkey. */
    async passkeyOptions() {
      const asked = await ask(auth.api.generatePasskeyAuthenticationOptions(returning));
      return asked.ok ? { ...asked.value, userVerification: "required" as const } : null;
    },
    /** Signs in with what the browser made of `passkeyOptions`. */
    async signInWithPasskey(response: PasskeyResponse) {
      const body = { response };
      const asked = await ask(auth.api.verifyPasskeyAuthentication({ ...returning, body }), { keep: false });
      if (!asked.ok) return asked;
      const { session, user } = asked.value;
      return { ...asked, value: { token: session.token, user } };
    },
    /** The configured providers: Google, Facebook. */
    providers,
    /** The provider's address to send the browser to. The browser returns to one of the two given addresses. */
    socialSignIn: (provider: SocialProvider, callbackURL: string, errorCallbackURL: string) =>
      ask(
        auth.api.signInSocial({
          ...returning,
          body: { provider, callbackURL, errorCallbackURL, disableRedirect: true },
        }),
      ),
    /**
     * Handles the return from a provider: the session for `accept` or `refuse`, or `challenged` if a code is owed first;
     * and where to go next.
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

const deviceSubject = (id: string) => `device:${id}`;

/** Decodes a cookie; null for one that isn't ours. */
function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

/** The token in the cookie of a new session: the part before the signature. */
function sessionTokenIn(answered: Headers): string | undefined {
  const cookies = answered.getSetCookie().map((cookie) => SESSION_COOKIE.exec(cookie)?.[1]);
  return decodeURIComponent(cookies.findLast(Boolean) ?? "").split(".")[0] || undefined;
}

function withoutToken(headers: Headers): Headers {
  const without = new Headers(headers);
  without.set("Cookie", (headers.get("Cookie") ?? "").replace(TOKEN_COOKIE, ""));
  return without;
}

/** When this cookie's token ends, in epoch milliseconds; 0 without a token. */
function expiryOf(cookie: string): number {
  const [, token = ""] = TOKEN_COOKIE.exec(cookie) ?? [];
  return Number(claimsOf(token).exp) * 1000 || 0;
}

/** The content of a signed token, unverified. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  } catch {
    return {};
  }
}
