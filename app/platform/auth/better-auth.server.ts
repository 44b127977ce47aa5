import { drizzleAdapter } from "@better-auth/drizzle-adapter";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { accounts, passkeys, sessions, two_factors, users, verifications } from "~/db/schema/accounts";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import type { Database } from "~/platform/database/database.server";
import type { Log } from "~/platform/log.server";
import { passkeys as passkeysOf } from "./passkeys.server";
import { versionedSecrets } from "./sign-in-secrets.server";
import { socialChallenge } from "./social-challenge.server";

/** The short-lived signed token; the browser renews it in time (spec section 9). */
const TOKEN_SECONDS = 5 * 60;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How often the use of a session is recorded, which renews it. */
const NOTE_USE_SECONDS = 60 * 60;
const RESET_SECONDS = 60 * 60;

export type SocialProvider = "google" | "facebook";
type SocialKeys = { clientId: string; clientSecret: string };

type NewUser = { id: string; name: string; email: string; emailVerified: boolean };
export type VerifiedUser = { id: string; email: string };

/** The password hash: slow, so that guessing is slow. */
export type Hashing = {
  hash: (password: string) => Promise<string>;
  verify: (stored: { hash: string; password: string }) => Promise<boolean>;
};

export const SCRYPT: Hashing = { hash: hashPassword, verify: verifyPassword };

export type AuthOptions = {
  db: Database;
  secret: string;
  /** Secrets from before it, newest first: what they signed and encrypted is still read. */
  oldSecrets?: readonly string[];
  log: Log;
  hashing?: Hashing;
  social: Partial<Record<SocialProvider, SocialKeys>>;
  /** Whether new accounts may be opened now, by any way of signing in. */
  mayRegister: () => Promise<boolean>;
  /** Called for each new user. One from Google or Facebook may have a verified email. */
  onCreated: (user: NewUser) => Promise<void>;
  /** Called when a user has proved that the address is theirs. */
  onVerified: (user: VerifiedUser) => Promise<void>;
};

export type BetterAuth = ReturnType<typeof createAuth>;

type OnReset = (made: { user: { id: string; email: string }; token: string }) => void;

/** Better Auth for one origin, on the site's own tables. `onReset` gets the token of a requested password reset. */
export function createAuth(
  {
    db,
    secret,
    oldSecrets = [],
    log,
    hashing = SCRYPT,
    social,
    mayRegister,
    onCreated,
    onVerified,
  }: AuthOptions,
  origin: string,
  onReset: OnReset = () => {},
) {
  return betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    ...versionedSecrets(secret, oldSecrets),
    trustedOrigins: [origin],
    database: drizzleAdapter(db, {
      provider: "pg",
      usePlural: true,
      transaction: true,
      schema: { users, sessions, accounts, verifications, twoFactors: two_factors, passkeys },
    }),
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: NOTE_USE_SECONDS,
      freshAge: 0, // the site asks for the password instead, before what is grave
      cookieCache: { enabled: true, maxAge: TOKEN_SECONDS, strategy: "jwt" },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false, // a session would reveal that the account is new
      password: hashing,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async (made) => onReset(made),
    },
    emailVerification: {
      afterEmailVerification: ({ id, email }) => onVerified({ id, email }),
    },
    socialProviders: social,
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, requireLocalEmailVerified: true } },
    databaseHooks: { user: { create: { before: mayRegister, after: (user) => onCreated(user) } } },
    verification: { storeIdentifier: "hashed" },
    onAPIError: { errorURL: "/login" },
    plugins: [
      // Its lock would shut out the owner too; the site counts codes by device and account instead.
      twoFactor({ twoFactorTable: "twoFactor", accountLockout: { enabled: false } }),
      passkeysOf(origin),
      socialChallenge,
    ],
    rateLimit: { enabled: false }, // the site's own limits apply before it
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...rest) =>
        log.error({ err: rest.find((one) => one instanceof Error) }, `sign-in: ${message}`),
    },
    advanced: {
      cookiePrefix: "wb",
      database: { generateId: "uuid" },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions);
}
