import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For a route's `shouldRevalidate`: a conflict (409) reloads the page's data too, so that it shows what somebody else has saved. What
 * was typed stays.
 */
export function reloadAfterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}
