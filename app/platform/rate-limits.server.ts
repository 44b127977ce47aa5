import { RateLimiterMemory } from "rate-limiter-flexible";

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
export type Allow = (limit: LimitName, address: string) => Promise<boolean>;

/** `factor` widens every limit; 0 switches them off. Counted in this process. */
export function openRateLimits(factor: number): Allow {
  if (factor === 0) return async () => true;
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, { points, duration }]) => [
      name,
      new RateLimiterMemory({ points: Math.max(1, Math.round(points * factor)), duration }),
    ]),
  ) as Record<LimitName, RateLimiterMemory>;
  return (limit, address) =>
    limiters[limit].consume(address).then(
      () => true,
      () => false,
    );
}
