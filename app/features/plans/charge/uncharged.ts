import { formatDate } from "~/lib/dates";

/** What staff are told of a month that has begun with visits and was never charged; `day` is its first. */
export function unchargedOn(day: string): string {
  return `Nothing was charged on ${formatDate(day)} for a month with visits. Charge it another way, or cancel them.`;
}

/** Whether staff are asked about the month that began on this day, as one that was never charged; an empty day is none. */
export function isCalledUncharged(needs_attention: string | null, day: string): boolean {
  return day !== "" && (needs_attention ?? "").split("\n").includes(unchargedOn(day));
}

/** What staff still have to look at once the visits of some months have gone: such a month needs no charge any more. */
export function withoutUncharged(needs_attention: string | null, gone: readonly string[]): string | null {
  const settled = new Set(gone.map(unchargedOn));
  const left = (needs_attention ?? "").split("\n").filter((line) => line !== "" && !settled.has(line));
  return left.length > 0 ? left.join("\n") : null;
}
