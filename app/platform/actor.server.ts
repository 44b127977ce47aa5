import { and, desc, eq, gt, sql } from "drizzle-orm";
import { sessions, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import type { Role, User } from "./context.server";
import type { Database } from "./database.server";
import type { Log } from "./log.server";

/** However often it is used, a session ends after so long; then the password is asked for again. */
const LONGEST_SESSION = "90 days";

/**
 * The user of a session, as the database knows them now: null once the session was ended, whatever its short-lived
 * token still says.
 */
export async function readActor(db: Database, log: Log, sessionId: string): Promise<User | null> {
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      email_verified: users.emailVerified,
      first_name: profiles.first_name,
      last_name: profiles.last_name,
      phone: profiles.phone,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.createdAt, sql`now() - ${LONGEST_SESSION}::interval`)),
    );
  if (!found) return null;
  return { kind: "user", ...found, role: await readRole(db, log, found.id), session_id: sessionId };
}

/** The newest `user_roles` row rules; none, another value or a failure means 'user' (spec section 6). */
async function readRole(db: Database, log: Log, userId: string): Promise<Role> {
  try {
    const [newest] = await db
      .select({ role: user_roles.role })
      .from(user_roles)
      .where(eq(user_roles.user_id, userId))
      .orderBy(desc(user_roles.created_at), desc(user_roles.id))
      .limit(1);
    return newest?.role === "admin" ? "admin" : "user";
  } catch (err) {
    log.error({ err }, "a role could not be read; it counts as 'user'");
    return "user";
  }
}
