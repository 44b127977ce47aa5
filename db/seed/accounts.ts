import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { accounts, user_roles, users } from "../../app/db/schema/accounts";
import { profiles } from "../../app/db/schema/customers";
import type { Auth } from "../../app/platform/auth/auth.server";
import { type Database, lockUntilCommit } from "../../app/platform/database/database.server";
import { demoEmail, people } from "./people";

type Login = { email: string; password: string };
type World = { db: Database; auth: Auth; now: Temporal.Instant };

/**
 * The first administrator: created with this password, or, when somebody has that address already and was never given
 * a role, promoted. A password or a role that was changed since stays as it is. An account that a stranger may have
 * opened under the address, which nobody has verified, is made anew.
 */
export function seedAdmin(world: World, login: Login): Promise<void> {
  return inOneGo(world, (own) => createAdmin(own, login));
}

/** Whole or not at all, and one process after the other: each finds what the one before it made. */
function inOneGo<Made>(world: World, work: (world: World) => Promise<Made>): Promise<Made> {
  return world.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "seed:accounts");
    return work({ ...world, db: tx });
  });
}

async function createAdmin(world: World, login: Login): Promise<void> {
  const { db, now } = world;
  await db.delete(users).where(and(eq(users.email, login.email), eq(users.emailVerified, false)));
  const id =
    (await userId(db, login.email)) ?? (await createUser(world, login, { first: "Site", last: "Admin" }));
  const [role] = await db.select().from(user_roles).where(eq(user_roles.user_id, id)).limit(1);
  if (!role) await db.insert(user_roles).values({ user_id: id, role: "admin", created_at: now });
}

export type DemoLogins = { administrator: Login; customer: Login };

const FILE = "demo-logins.json";
const ADMIN_EMAIL = "admin@whitebirchcleaning.example";

/**
 * A demo administrator and a demo customer, with passwords made at the first start and kept in the data folder for the
 * owner's eyes only. None are made where the accounts came with a backup.
 */
export function seedDemoLogins(world: World, dataDir: string): Promise<DemoLogins | undefined> {
  return inOneGo(world, (own) => createDemoLogins(own, dataDir));
}

async function createDemoLogins(world: World, dataDir: string): Promise<DemoLogins | undefined> {
  const file = path.join(dataDir, FILE);
  const kept = await readFile(file, "utf8").then(JSON.parse, () => null);
  if (!kept && (await userId(world.db, ADMIN_EMAIL))) return undefined; // came with a backup, password and all
  const logins: DemoLogins = kept ?? newLogins();
  if (!kept) await writeFile(file, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flush: true });
  await createAdmin(world, logins.administrator);
  await seedCustomer(world, logins.customer);
  return logins;
}

const [customer] = people;

function newLogins(): DemoLogins {
  const password = () => randomBytes(9).toString("base64url");
  return {
    administrator: { email: ADMIN_EMAIL, password: password() },
    customer: { email: demoEmail(customer), password: password() },
  };
}

/** The first of the demo company's customers gets a password. */
async function seedCustomer(world: World, login: Login): Promise<void> {
  const id = await userId(world.db, login.email);
  if (!id) return void (await createUser(world, login, customer));
  const [account] = await world.db.select().from(accounts).where(eq(accounts.userId, id)).limit(1);
  if (!account) await addPassword(world, id, login.password);
}

async function userId(db: Database, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id;
}

async function createUser(world: World, login: Login, { first, last }: { first: string; last: string }) {
  const { db, now } = world;
  const [user] = await db
    .insert(users)
    .values({ name: `${first} ${last}`, email: login.email, emailVerified: true })
    .returning({ id: users.id });
  if (!user) throw new Error(`The user ${login.email} was not created`);
  await db
    .update(profiles)
    .set({ first_name: first, last_name: last, created_at: now, updated_at: now })
    .where(eq(profiles.id, user.id));
  await addPassword(world, user.id, login.password);
  return user.id;
}

async function addPassword({ db, auth }: World, id: string, password: string): Promise<void> {
  await db.insert(accounts).values({
    userId: id,
    accountId: id,
    providerId: "credential",
    password: await auth.hashPassword(password),
  });
}
