import { desc, eq } from "drizzle-orm";
import { user_roles } from "~/db/schema/accounts";
import { type Database, lockUntilCommit } from "~/platform/database.server";

/** The users whose newest role is 'admin'. */
export async function readAdministrators(db: Database): Promise<string[]> {
  const newest = db
    .selectDistinctOn([user_roles.user_id], { user_id: user_roles.user_id, role: user_roles.role })
    .from(user_roles)
    .orderBy(user_roles.user_id, desc(user_roles.created_at), desc(user_roles.id))
    .as("newest");
  const found = await db.select({ id: newest.user_id }).from(newest).where(eq(newest.role, "admin"));
  return found.map((admin) => admin.id);
}

/** Nobody else becomes one, or stops being one, until the transaction ends: one of them always stays. */
export function lockAdministrators(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "administrators");
}
