import { getTableName } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { rate_limits } from "~/db/schema/limits";
import type { LinkSigner } from "~/platform/auth/links.server";
import { type Database, executeText } from "~/platform/database/database.server";
import type { Log } from "~/platform/log.server";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

/**
 * How often one client may do something: `points` within `duration` seconds. A person never gets there. `sign-in` and
 * `account-mail` are counted for each e-mail address, and once more for all of the client's together. What ends in `network`
 * is counted for the client's wider network, and what ends in `everywhere` for the address, the account, the device and
 * account, the session, a crew's phone, the key of a partner, or the form as it was shown once, whichever client it is.
 * `visit-change` is counted for each visit. Beyond `sign-in-everywhere` tries are slowed down, not refused
 * (docs/decisions/055-strangers-cannot-lock-out.md).
 */
const LIMITS = {
  "create-payment": { points: 20, duration: 60 },
  coupon: { points: 30, duration: QUARTER },
  availability: { points: 240, duration: 60 },
  "api-read": { points: 240, duration: 60 },
  "partner-read-everywhere": { points: 1200, duration: 60 },
  "partner-write-everywhere": { points: 120, duration: 60 },
  "wrong-api-key": { points: 30, duration: QUARTER },
  "test-checkout": { points: 30, duration: 60 },
  "pay-on-the-day": { points: 10, duration: HOUR },
  "gift-card": { points: 20, duration: HOUR },
  "gift-code": { points: 20, duration: QUARTER },
  "pay-link": { points: 20, duration: QUARTER },
  "sign-in": { points: 10, duration: QUARTER },
  "sign-in-any": { points: 60, duration: QUARTER },
  "sign-in-network": { points: 20, duration: QUARTER },
  "sign-in-any-network": { points: 240, duration: QUARTER },
  "sign-in-device-everywhere": { points: 10, duration: HOUR },
  "sign-in-everywhere": { points: 30, duration: HOUR },
  "sign-in-first-network": { points: 3, duration: 24 * HOUR },
  "sign-in-slow-network": { points: 1, duration: 60 },
  "code-device-everywhere": { points: 5, duration: QUARTER },
  "code-everywhere": { points: 10, duration: QUARTER },
  "proof-everywhere": { points: 100, duration: HOUR },
  "passkey-options": { points: 120, duration: QUARTER },
  "sign-up": { points: 20, duration: HOUR },
  "sign-up-everywhere": { points: 5, duration: HOUR },
  "account-mail": { points: 5, duration: HOUR },
  "account-mail-any": { points: 30, duration: HOUR },
  "test-mail": { points: 10, duration: HOUR },
  "test-charge": { points: 10, duration: HOUR },
  "send-again": { points: 120, duration: HOUR },
  backups: { points: 20, duration: HOUR },
  "going-live": { points: 30, duration: QUARTER },
  "account-mail-device-everywhere": { points: 3, duration: HOUR },
  "account-mail-everywhere": { points: 15, duration: HOUR },
  "account-change": { points: 20, duration: QUARTER },
  "visit-change": { points: 20, duration: HOUR },
  "push-everywhere": { points: 30, duration: QUARTER },
  "home-photos": { points: 60, duration: HOUR },
  newsletter: { points: 10, duration: HOUR },
  "newsletter-everywhere": { points: 5, duration: 24 * HOUR },
  reading: { points: 120, duration: HOUR },
  calendar: { points: 600, duration: HOUR },
  message: { points: 20, duration: HOUR },
  application: { points: 20, duration: HOUR },
  "acknowledgement-everywhere": { points: 5, duration: 24 * HOUR },
  "form-everywhere": { points: 5, duration: 24 * HOUR },
} as const;

export type LimitName = keyof typeof LIMITS;

/** A try, or in how many seconds the next one is looked at. */
export type Tried = { ok: true } | { ok: false; seconds: number };

export type RateLimits = {
  /** Counts one more try. */
  count: (limit: LimitName, subject: string) => Promise<Tried>;
  /**
   * Counts one more try to sign in that is to be slowed down. The first of a day are looked at at once; then each one that is
   * looked at begins a wait, of as many seconds as `waitAfter` says for the number of those before it.
   */
  slowDown: (subject: string, waitAfter: (tries: number) => number) => Promise<Tried>;
};

type Store = { db: Database; links: LinkSigner; log: Log };

const TRIED: Tried = { ok: true };

/**
 * Counts tries in the database, for all processes together: one statement for a try, and none for a client that was
 * refused before. While the database fails, each process counts for itself. `factor` widens every limit; 0 switches them off.
 */
export function openRateLimits(factor: number, { db, links, log }: Store): RateLimits {
  if (factor === 0) return { count: async () => TRIED, slowDown: async () => TRIED };
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    executeText(db, text, values).catch((err) => {
      log.error({ err }, "a rate limit was counted by this process alone");
      throw err;
    });
  const openLimiter = (keyPrefix: string, { points, duration }: { points: number; duration: number }) => {
    const opts = { keyPrefix, points: Math.max(1, Math.round(points * factor)), duration };
    return new RateLimiterPostgres({
      ...opts,
      storeClient: { query },
      storeType: "pool",
      tableName: getTableName(rate_limits),
      tableCreated: true,
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: opts.points,
      insuranceLimiter: new RateLimiterMemory(opts),
    });
  };
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => [name, openLimiter(name, limit)]),
  ) as Record<LimitName, RateLimiterPostgres>;
  /** Only counts: refuses nothing. */
  const slowTries = openLimiter("sign-in-slow-tries-network", { points: 1, duration: 24 * HOUR });
  const keyOf = (subject: string) => links.sign(`limits:${subject}`);
  const consume = (limit: LimitName, key: string, customDuration?: number): Promise<Tried> =>
    limiters[limit].consume(key, 1, customDuration === undefined ? {} : { customDuration }).then(
      () => TRIED,
      (refused) => ({
        ok: false,
        seconds: Math.max(1, Math.ceil(Number(refused?.msBeforeNext ?? 1000) / 1000)),
      }),
    );
  return {
    count: (limit, subject) => consume(limit, keyOf(subject)),
    async slowDown(subject, waitAfter) {
      const key = keyOf(subject);
      const first = await consume("sign-in-first-network", key);
      if (first.ok) return first;
      const tries = (await slowTries.get(key))?.consumedPoints ?? 0;
      const tried = await consume("sign-in-slow-network", key, waitAfter(tries));
      if (tried.ok) await slowTries.penalty(key);
      return tried;
    },
  };
}

/** Who makes a request, as far as it is counted: a client, and the wider network that it may choose its address in. */
type Counted = { client: string; network: string };

/** The limits of one request. A `subject` (such as an email) counts the tries for that subject only. */
export type RequestLimits = {
  count: (limit: LimitName, subject?: string) => Promise<Tried>;
  slowDown: (subject: string, waitAfter: (tries: number) => number) => Promise<Tried>;
};

/** Counts for this request's client and network, and logs what is too much. */
export function limitsOfRequest(
  limits: RateLimits,
  { client, network }: Counted,
  log: Log,
  path: string,
): RequestLimits {
  const logged = (limit: string, tried: Tried) => {
    if (!tried.ok) log.warn({ limit, path, client }, "too many tries");
    return tried;
  };
  const countedFor = (limit: LimitName) => {
    if (limit.endsWith("-everywhere")) return "";
    return limit.endsWith("-network") ? network : client;
  };
  return {
    count: async (limit, subject = "") =>
      logged(limit, await limits.count(limit, `${countedFor(limit)} ${subject}`)),
    slowDown: async (subject, waitAfter) =>
      logged("sign-in-slow-network", await limits.slowDown(`${network} ${subject}`, waitAfter)),
  };
}
