import { and, eq } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import { formatDate } from "~/lib/dates";
import type { Renewed, Vault } from "~/platform/auth/vault.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { SECRETS, type SecretName, type StoredKey } from "./settings";

type VaultCtx = Pick<Ctx, "db" | "vault">;

/** Reads a secret; null if none is set. Throws if it was encrypted with another APP_SECRET. */
export async function readSecret({ db, vault }: VaultCtx, name: SecretName): Promise<string | null> {
  const row = await readRow(db, name);
  if (!row) return null;
  const secret = vault.open(row.value, name);
  if (secret === null) {
    throw new Error(`${name} was stored under a different APP_SECRET and can't be opened: set it again`);
  }
  return secret;
}

/** Stripe's secret key; its `key` is null if it can't be decrypted. */
export async function readStoredKey({ db, vault }: VaultCtx): Promise<StoredKey> {
  const row = await readRow(db, "payments.stripe_secret_key");
  return row ? { key: vault.open(row.value, "payments.stripe_secret_key") } : null;
}

/** When the secret was set ("Nov 05, 2026"), and whether it can be decrypted. */
export type SecretState = { set_on: string; opens: boolean } | null;

export async function readSecretState(
  { db, vault }: VaultCtx,
  name: SecretName,
  timezone: string,
): Promise<SecretState> {
  const row = await readRow(db, name);
  if (!row) return null;
  const set_on = formatDate(row.updated_at.toZonedDateTimeISO(timezone).toPlainDate().toString());
  return { set_on, opens: vault.open(row.value, name) !== null };
}

/** Seals the secrets anew under the newest APP_SECRET. When each was set stays the same. */
export async function renewSettings(tx: Database, vault: Vault): Promise<Renewed> {
  const total = { renewed: 0, unreadable: 0 };
  for (const name of SECRETS) {
    const [row] = await tx.select().from(admin_settings).where(whereIs(name)).for("no key update");
    if (!row) continue;
    const value = vault.renew(row.value, name);
    if (value === null) total.unreadable += 1;
    if (value === null || value === row.value) continue;
    await tx.update(admin_settings).set({ value }).where(eq(admin_settings.id, row.id));
    total.renewed += 1;
  }
  return total;
}

async function readRow(db: VaultCtx["db"], name: SecretName) {
  const [row] = await db
    .select({ value: admin_settings.value, updated_at: admin_settings.updated_at })
    .from(admin_settings)
    .where(whereIs(name));
  return row;
}

export function whereIs(name: string) {
  const [category = "", key = ""] = name.split(".");
  return and(eq(admin_settings.category, category), eq(admin_settings.key, key));
}
