import type { Env } from "./env.server";
import type { StripeKeys } from "./outside/stripe.server";

/** How the process is set up, for the checks before going live. Only `stripe` holds secrets. */
export type SiteFacts = {
  /** Null: none is configured. */
  origin: string | null;
  port: number;
  trustsProxy: boolean;
  /** The host of DATABASE_URL, or "" for a socket; null for the embedded database. */
  databaseHost: string | null;
  /** Whether APP_SECRET is set. */
  hasSecret: boolean;
  /** The mail server of SMTP_URL. */
  smtpHost: string | null;
  mailFrom: string | null;
  /** TEST_CHECKOUT; undefined when it is not set. */
  allowsTest: boolean | undefined;
  stripe: StripeKeys;
  /** A web server whose clock is right. */
  timeUrl: string;
};

export function siteFacts(env: Env): SiteFacts {
  return {
    origin: env.origin ?? null,
    port: env.port,
    trustsProxy: env.trustProxy,
    databaseHost: env.databaseUrl === undefined ? null : new URL(env.databaseUrl).hostname,
    hasSecret: env.appSecret !== undefined,
    smtpHost: env.smtpUrl ? new URL(env.smtpUrl).hostname : null,
    mailFrom: env.mailFrom ?? null,
    allowsTest: env.testCheckout,
    stripe: env.stripe,
    timeUrl: env.timeUrl,
  };
}
