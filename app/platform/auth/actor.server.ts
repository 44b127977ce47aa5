import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { sessions, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import type { User } from "~/platform/context.server";
import { type Database, oncePerDatabase } from "~/platform/database/database.server";
import type { Log } from "~/platform/log.server";
import { parseRole } from "./roles";

/** The longest life of a session, however often it is used. After that the password is asked for again. */
const LONGEST_SESSION = "90 days";

/**
 * The user of a session as stored now, whatever the short-lived token says; null once the session has ended. The newest
 * `user_roles` row is the role; no row, an unknown value or a failed read means 'user' (spec section 6).
 */
export async function readActor(db: Database, log: Log, sessionId: string): Promise<User | null> {
  const id = { session: sessionId };
  const rows = await withRole(db)
    .execute(id)
    .catch((err) => {
      log.error({ err }, "a role could not be read; it counts as 'user'");
      return queryOf(db, sql<null>`null`).execute(id);
    });
  const [found] = rows;
  if (!found) return null;
  return { kind: "user", ...found, role: parseRole(found.role), session_id: sessionId };
}

const newestRole = sql<string | null>`(
  select ${user_roles.role} from ${user_roles} where ${user_roles.user_id} = ${users.id}
  order by ${user_roles.created_at} desc, ${user_roles.id} desc limit 1)`;

/** Prepared, because it runs for each page of a signed-in visitor. */
const withRole = oncePerDatabase((db: Database) => queryOf(db, newestRole));

function queryOf(db: Database, role: SQL<string | null>) {
  return db
    .select({
      id: users.id,
      email: users.email,
      email_verified: users.emailVerified,
      first_name: profiles.first_name,
      last_name: profiles.last_name,
      phone: profiles.phone,
      role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(
        eq(sessions.id, sql.placeholder("session")),
        gt(sessions.createdAt, sql`now() - ${LONGEST_SESSION}::interval`),
      ),
    )
    .prepare("");
}
