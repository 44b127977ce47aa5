import { RateLimiterMemory } from "rate-limiter-flexible";

/** How often one address may do something: `points` within `duration` seconds. A person never gets there. */
const LIMITS = {
  "create-payment": { points: 20, duration: 60 },
  availability: { points: 240, duration: 60 },
  "test-checkout": { points: 30, duration: 60 },
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
