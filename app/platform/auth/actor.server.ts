import { and, desc, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import { passkeys, sessions, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { admin_settings } from "~/db/schema/settings";
import type { User } from "~/platform/context.server";
import { type Database, oncePerDatabase } from "~/platform/database/database.server";
import type { Log } from "~/platform/log.server";
import { parseRole, type StaffRole } from "./roles";

/** The longest life of a session, however often it is used. After that the password is asked for again. */
const LONGEST_SESSION = "90 days";

/** How old a noted use may get, in seconds, before the next one is noted. */
const NOTE_USE_AFTER = 10 * 60;
/** The same for a use from another address. */
const NOTE_MOVE_AFTER = 60;
/**
 * How long a session of the office lasts after its last noted use, in seconds: 12 hours, and the time in which a later use
 * is not noted.
 */
const OFFICE_SECONDS = 12 * 60 * 60 + NOTE_USE_AFTER;

/** How long a proof of who is there lasts, in seconds. Then what is grave asks for it again. */
const PROOF_SECONDS = 10 * 60;

/** A request that its visitor caused, and the address that it came from. */
export type Use = { address: string | null };

/**
 * The user of a session as stored now, whatever the short-lived token says; null once the session has ended, for the office
 * also after 12 hours without use. Notes `use`. The newest `user_roles` row is the role; no row, another value or a failed
 * read means 'user' (spec section 6).
 */
export async function readActor(db: Database, log: Log, sessionId: string, use?: Use): Promise<User | null> {
  const id = { session: sessionId };
  const rows = await withRole(db)
    .execute(id)
    .catch((err) => {
      log.error({ err }, "a role could not be read; it counts as 'user'");
      return queryOf(db, sql<null>`null`).execute(id);
    });
  const [found] = rows;
  if (!found) return null;
  const { unused, address, second_factor, ...user } = found;
  const role = parseRole(user.role);
  if (role !== "user" && unused > OFFICE_SECONDS) return null;
  if (use && isWorthNoting(use, { unused, address })) {
    await noteUse(db, sessionId, use).catch((err) =>
      log.error({ err }, "the use of a session was not noted"),
    );
  }
  const owes_second_factor = role !== "user" && !second_factor && (await isSecondFactorDemanded(db, log));
  return { kind: "user", ...user, role, session_id: sessionId, owes_second_factor };
}

/** Whether a use says more than what is noted: a later time or another address. */
function isWorthNoting({ address }: Use, noted: { unused: number; address: string | null }): boolean {
  if (noted.unused > NOTE_USE_AFTER) return true;
  if (address === null || address === noted.address) return false;
  return noted.address === null || noted.unused > NOTE_MOVE_AFTER;
}

/** Notes that the user of a session has just proved who they are. Throws nothing if the session has ended. */
export async function noteProof(db: Database, session: { id: string } | { token: string }): Promise<void> {
  const which = "id" in session ? eq(sessions.id, session.id) : eq(sessions.token, session.token);
  await db.update(sessions).set({ provedAt: sql`now()` }).where(which);
}

async function noteUse(db: Database, id: string, { address }: Use): Promise<void> {
  await db.update(sessions).set({ usedAt: sql`now()`, ipAddress: address }).where(eq(sessions.id, id));
}

/** The network address of a session's last use; Better Auth begins with an empty one. */
export const usedFrom = sql<string | null>`nullif(${sessions.ipAddress}, '')`;

/** Which sessions are open: neither ended nor, for the office, unused for too long. */
export function isOpenSession(role: User["role"]): SQL | undefined {
  return and(
    gt(sessions.expiresAt, sql`now()`),
    gt(sessions.createdAt, sql`now() - ${LONGEST_SESSION}::interval`),
    role === "user" ? undefined : gt(sessions.usedAt, sql`now() - make_interval(secs => ${OFFICE_SECONDS})`),
  );
}

/** The stored role of a row of `users`; null without one. */
export const newestRole = sql<string | null>`(
  select ${user_roles.role} from ${user_roles} where ${user_roles.user_id} = ${users.id}
  order by ${user_roles.created_at} desc, ${user_roles.id} desc limit 1)`;

const hasSecondFactor = sql<boolean>`(${users.twoFactorEnabled}
  or exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}))`;

/**
 * Whether the owner's day has come from which staff need a second factor. Days are ISO text, so text compares as days do. Without
 * an answer nobody is kept out: what reads no settings shows none.
 */
async function isSecondFactorDemanded(db: Database, log: Log): Promise<boolean> {
  const day = and(
    eq(admin_settings.category, "users"),
    eq(admin_settings.key, "second_factor_from"),
    ne(admin_settings.value, ""),
    lte(admin_settings.value, sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`),
  );
  return db.$count(admin_settings, day).then(
    (count) => count > 0,
    (err) => {
      log.error({ err }, "whether a second factor is demanded could not be read");
      return false;
    },
  );
}

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
      unused: sql<number>`extract(epoch from now() - ${sessions.usedAt})::float8`,
      address: usedFrom,
      proved: sql<boolean>`coalesce(${sessions.provedAt} > now() - make_interval(secs => ${PROOF_SECONDS}), false)`,
      second_factor: hasSecondFactor,
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

/** The role of each of the staff: their newest row, by user id. */
export async function readStaffRoles(db: Database): Promise<Map<string, StaffRole>> {
  const rows = await db
    .selectDistinctOn([user_roles.user_id], { user_id: user_roles.user_id, role: user_roles.role })
    .from(user_roles)
    .orderBy(user_roles.user_id, desc(user_roles.created_at), desc(user_roles.id));
  return new Map(
    rows.flatMap(({ user_id, role }) => {
      const parsed = parseRole(role);
      return parsed === "user" ? [] : [[user_id, parsed] as const];
    }),
  );
}

/** The ids of all owners. */
export async function readOwners(db: Database): Promise<string[]> {
  return [...(await readStaffRoles(db))].flatMap(([id, role]) => (role === "owner" ? [id] : []));
}
