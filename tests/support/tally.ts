import { writeFileSync } from "node:fs";

/** The result of a ring of tests. Each skipped test is listed with its reason. */
export type Tally = { passed: number; failed: number; skipped: string[] };

/** Writes the tally where scripts/test.ts reads it; without that, writes nothing. */
export function reportTally(tally: Tally): void {
  const file = process.env.TALLY_FILE;
  if (file) writeFileSync(file, JSON.stringify(tally));
}
