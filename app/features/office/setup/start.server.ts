import { and, eq, ne } from "drizzle-orm";
import { accounts, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { weaknessOf } from "~/features/identity/security/passwords.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { storeSetting } from "~/features/operations/settings/store.server";
import type { Ctx, StartingOver } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { OwnerForm } from "./forms";

const SUBJECT = "the first owner";

/**
 * The address where the first owner gets an account, for whoever can read what the program prints. Null once there is one, or
 * in the demo.
 */
export async function firstOwnerPath(ctx: Pick<Ctx, "db" | "links">): Promise<string | null> {
  return (await lacksOwner(ctx.db)) ? `/start?key=${ctx.links.sign(SUBJECT)}` : null;
}

/** Whether the key opens the page of the first owner. It opens nothing once there is an owner. */
export async function isFirstOwnerKey(ctx: Pick<Ctx, "db" | "links">, key: string): Promise<boolean> {
  return ctx.links.isSigned(SUBJECT, key) && (await lacksOwner(ctx.db));
}

async function lacksOwner(db: Database): Promise<boolean> {
  const { "site.kind": kind, "setup.open": isOpen } = await readSettings({ db });
  if (kind === "demo" || !isOpen) return false;
  return (await db.$count(user_roles, ne(user_roles.role, "user"))) === 0;
}

export type StartOutcome =
  | { ok: true }
  | { ok: false; reason: "no key" }
  | { ok: false; reason: "taken" | "weak"; field: "email" | "password"; message: string };

/** Makes the first owner of a company's own site. Of two at once, one becomes it. */
export async function startCompany(
  ctx: Ctx,
  auth: StartingOver["auth"],
  { key, company_name, password, email, first_name, last_name }: OwnerForm & { key: string },
): Promise<StartOutcome> {
  if (!(await isFirstOwnerKey(ctx, key))) return { ok: false, reason: "no key" };
  const message = await weaknessOf(ctx, password, { email, first_name, last_name });
  if (message) return { ok: false, reason: "weak", field: "password", message };
  const hash = await auth.hashPassword(password);
  return ctx.db.transaction(async (tx): Promise<StartOutcome> => {
    await lockUntilCommit(tx, "first owner");
    if (!(await lacksOwner(tx))) return { ok: false, reason: "no key" };
    await tx.delete(users).where(and(eq(users.email, email), eq(users.emailVerified, false)));
    const [user] = await tx
      .insert(users)
      .values({ name: `${first_name} ${last_name}`, email, emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!user) {
      const words = "Someone has an account with this email already. Use another one.";
      return { ok: false, reason: "taken", field: "email", message: words };
    }
    const { id } = user;
    await tx.update(profiles).set({ first_name, last_name, updated_at: ctx.now }).where(eq(profiles.id, id));
    await tx.insert(accounts).values({ userId: id, accountId: id, providerId: "credential", password: hash });
    await tx.insert(user_roles).values({ user_id: id, role: "owner", created_at: ctx.now });
    for (const [name, value] of Object.entries({ company_name, contact_email: email })) {
      await storeSetting(tx, ctx, { category: "general", key: name, value });
    }
    return { ok: true };
  });
}
