import { rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, ne } from "drizzle-orm";
import { accounts, passkeys, two_factors, users } from "~/db/schema/accounts";
import { customer_contacts, profiles } from "~/db/schema/customers";
import { weaknessOf } from "~/features/identity/security/passwords.server";
import { type ResetOutcome, resetSite } from "~/features/operations/backup/restore/reset.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { storeSetting } from "~/features/operations/settings/store.server";
import type { StaffCtx, StartingOver } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { OwnerForm } from "./forms";

export type LeaveOutcome =
  | Exclude<ResetOutcome, { reason: "other kind" }>
  | { ok: false; reason: "no demo" | "taken" }
  | { ok: false; reason: "weak"; message: string };

/**
 * Leaves the demo: backs it up, empties the site, and makes the demo's administrator the owner of a company of their own, with
 * their own name, email and password. They stay signed in. Nothing of the demo stays in the database.
 */
export async function leaveDemo(
  ctx: StaffCtx,
  world: StartingOver,
  { company_name, password, ...owner }: OwnerForm,
): Promise<LeaveOutcome> {
  if ((await readSettings({ db: ctx.db }))["site.kind"] !== "demo") return { ok: false, reason: "no demo" };
  const weakness = await weaknessOf(ctx, password, owner);
  if (weakness) return { ok: false, reason: "weak", message: weakness };
  const hash = await world.auth.hashPassword(password);
  const settle = async (tx: Database) => {
    await becomeOwner(tx, ctx, owner, hash);
    const general = { company_name, contact_email: owner.email };
    for (const [key, value] of Object.entries(general)) {
      await storeSetting(tx, ctx, { category: "general", key, value });
    }
  };
  const outcome = await resetSite(ctx, world, { kind: "own", from: "demo", settle }).catch((error) => {
    if (!(error instanceof Taken)) throw error;
    return { ok: false, reason: "taken" } as const;
  });
  if (!outcome.ok && outcome.reason === "other kind") return { ok: false, reason: "no demo" };
  if (outcome.ok) await rm(path.join(ctx.dataDir, "demo-logins.json"), { force: true });
  return outcome;
}

/** The account of ADMIN_EMAIL, which every fresh site gets, has the owner's email. */
class Taken extends Error {}

type Owner = Omit<OwnerForm, "company_name" | "password">;

/** Gives the account that the reset kept to its owner: what the demo's visitors may have set up to sign in with it is gone. */
async function becomeOwner(
  tx: Database,
  { actor, now }: StaffCtx,
  { email, first_name, last_name }: Owner,
  password: string,
): Promise<void> {
  const name = `${first_name} ${last_name}`;
  if ((await tx.$count(users, and(eq(users.email, email), ne(users.id, actor.id)))) > 0) throw new Taken();
  await tx.delete(customer_contacts).where(eq(customer_contacts.customer_id, actor.id)); // a trigger adds the new one
  await tx
    .update(users)
    .set({ name, email, emailVerified: true, twoFactorEnabled: false })
    .where(eq(users.id, actor.id));
  await tx
    .update(profiles)
    .set({ first_name, last_name, phone: null, updated_at: now })
    .where(eq(profiles.id, actor.id));
  await tx.delete(two_factors).where(eq(two_factors.userId, actor.id));
  await tx.delete(passkeys).where(eq(passkeys.userId, actor.id));
  const own = eq(accounts.userId, actor.id);
  await tx.delete(accounts).where(and(own, ne(accounts.providerId, "credential")));
  await tx.update(accounts).set({ password }).where(own);
}
