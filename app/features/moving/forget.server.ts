import { and, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import type { Ctx } from "~/platform/context.server";

/** Rows per statement. */
const BATCH = 5_000;

/** Deletes the rows of imports that ended before, and imports that nobody has gone on with since. What was imported stays. */
export async function forgetImports({ db }: Pick<Ctx, "db">, before: Temporal.Instant): Promise<void> {
  const idle = inArray(import_runs.state, ["mapping", "checking", "checked"]);
  await db.delete(import_runs).where(and(idle, lt(import_runs.updated_at, before)));
  const ended = db
    .select({ id: import_runs.id })
    .from(import_runs)
    .where(
      or(
        lt(import_runs.ended_at, before),
        and(isNull(import_runs.ended_at), lt(import_runs.updated_at, before)),
      ),
    );
  for (let gone = BATCH; gone === BATCH; ) {
    const some = db
      .select({ place: sql`${import_rows}.ctid` })
      .from(import_rows)
      .where(inArray(import_rows.run_id, ended))
      .limit(BATCH);
    const deleted = await db
      .delete(import_rows)
      .where(inArray(sql`${import_rows}.ctid`, some))
      .returning({ line: import_rows.line });
    gone = deleted.length;
  }
}
