import { writeFileSync } from "node:fs";

/** What a ring of tests came to. Each skipped test is named with its reason. */
export type Tally = { passed: number; failed: number; skipped: string[] };

/** Leaves the tally where scripts/test.ts looks for it; a run by hand leaves none. */
export function reportTally(tally: Tally): void {
  const file = process.env.TALLY_FILE;
  if (file) writeFileSync(file, JSON.stringify(tally));
}
