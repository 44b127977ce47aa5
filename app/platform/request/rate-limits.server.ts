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
 * `account-mail` are counted for each e-mail address, and once more for all of the client's together; what ends in
 * `everywhere` is counted for the address, the key of a partner, or the form as it was shown once, whichever client it is. `visit-change` is counted for each visit.
 */
const LIMITS = {
  "create-payment": { points: 20, duration: 60 },
  availability: { points: 240, duration: 60 },
  "api-read": { points: 240, duration: 60 },
  "partner-read-everywhere": { points: 1200, duration: 60 },
  "partner-write-everywhere": { points: 120, duration: 60 },
  "wrong-api-key": { points: 30, duration: QUARTER },
  "test-checkout": { points: 30, duration: 60 },
  "pay-on-the-day": { points: 10, duration: HOUR },
  "sign-in": { points: 10, duration: QUARTER },
  "sign-in-any": { points: 60, duration: QUARTER },
  "passkey-options": { points: 120, duration: QUARTER },
  "sign-up": { points: 20, duration: HOUR },
  "sign-up-everywhere": { points: 5, duration: HOUR },
  "account-mail": { points: 5, duration: HOUR },
  "account-mail-any": { points: 30, duration: HOUR },
  "test-mail": { points: 10, duration: HOUR },
  "sign-in-everywhere": { points: 100, duration: HOUR },
  "account-mail-everywhere": { points: 15, duration: HOUR },
  "account-change": { points: 20, duration: QUARTER },
  "visit-change": { points: 20, duration: HOUR },
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

/** Counts one more try; false when there were too many. */
export type Allow = (limit: LimitName, subject: string) => Promise<boolean>;

type Store = { db: Database; links: LinkSigner; log: Log };

/**
 * Counts tries in the database, for all processes together: one statement for a try, and none for a client that was
 * refused before. While the database fails, each process counts for itself. `factor` widens every limit; 0 switches them off.
 */
export function openRateLimits(factor: number, { db, links, log }: Store): Allow {
  if (factor === 0) return async () => true;
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    executeText(db, text, values).catch((err) => {
      log.error({ err }, "a rate limit was counted by this process alone");
      throw err;
    });
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => {
      const points = Math.max(1, Math.round(limit.points * factor));
      const opts = { keyPrefix: name, points, duration: limit.duration };
      const limiter = new RateLimiterPostgres({
        ...opts,
        storeClient: { query },
        storeType: "pool",
        tableName: getTableName(rate_limits),
        tableCreated: true,
        clearExpiredByTimeout: false,
        inMemoryBlockOnConsumed: points,
        insuranceLimiter: new RateLimiterMemory(opts),
      });
      return [name, limiter];
    }),
  ) as Record<LimitName, RateLimiterPostgres>;
  return (limit, subject) =>
    limiters[limit].consume(links.sign(`limits:${subject}`)).then(
      () => true,
      () => false,
    );
}
