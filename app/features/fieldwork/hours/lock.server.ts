import { and, asc, inArray, isNotNull } from "drizzle-orm";
import { pay_weeks } from "~/db/schema/pay";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";

/**
 * Takes turns with whoever approves, reopens or changes one of these weeks, until the commit. Answers those that are locked,
 * the first one first.
 */
export async function lockWeeks(tx: Database, mondays: readonly string[]): Promise<string[]> {
  const weeks = [...new Set(mondays)].sort();
  for (const week of weeks) await lockUntilCommit(tx, `pay week ${week}`);
  const locked = await tx
    .select({ monday: pay_weeks.monday })
    .from(pay_weeks)
    .where(and(inArray(pay_weeks.monday, weeks), isNotNull(pay_weeks.approved_at)))
    .orderBy(asc(pay_weeks.monday));
  return locked.map(({ monday }) => monday);
}
