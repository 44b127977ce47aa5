import type { Check, State } from "./check";

/** Owners hear of the same check at most once in this time, however often it breaks. */
const PAUSE = { hours: 24 };

/** What is kept of a check between two reports. */
export type Watched = {
  state: Exclude<State, "unknown">;
  since: Temporal.Instant;
  was_right: boolean;
  is_told: boolean;
  told_at: Temporal.Instant | null;
};

/** What owners are told of a check: that it broke, or that it is mended. */
export type News = "broken" | "mended";

/**
 * Compares what a check found with what is kept of it. What is broken when it is looked at first is no news: the page says so while
 * a site is set up. Null: it could not be checked, and nothing changes.
 */
export function compareCheck(
  before: Watched | undefined,
  { state }: Pick<Check, "state">,
  now: Temporal.Instant,
): { after: Watched; news: News | null } | null {
  if (state === "unknown") return null;
  const isBroken = state === "broken";
  const after: Watched = {
    state,
    since: before?.state === state ? before.since : now,
    was_right: !isBroken || (before?.was_right ?? false),
    is_told: before?.is_told ?? false,
    told_at: before?.told_at ?? null,
  };
  if (after.is_told)
    return isBroken ? { after, news: null } : { after: { ...after, is_told: false }, news: "mended" };
  const isQuiet = after.told_at !== null && Temporal.Instant.compare(after.told_at.add(PAUSE), now) > 0;
  if (!isBroken || !after.was_right || isQuiet) return { after, news: null };
  return { after: { ...after, is_told: true, told_at: now }, news: "broken" };
}
