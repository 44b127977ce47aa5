import { sql } from "drizzle-orm";
import { seeds } from "../../app/db/schema/settings";
import { type Database, lockUntilCommit } from "../../app/platform/database/database.server";

/** Runs a seed in one transaction unless this database has had it. True when it was run now. */
export function seedOnce(
  db: Database,
  name: string,
  fill: (tx: Database) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, `seed:${name}`);
    const fresh = await tx
      .insert(seeds)
      .values({ name, applied_at: sql`now()` })
      .onConflictDoNothing()
      .returning();
    if (fresh.length > 0) await fill(tx);
    return fresh.length > 0;
  });
}
