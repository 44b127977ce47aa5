import { and, eq } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import { formatDate } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { SecretName, StoredKey } from "./settings";

type Opener = Pick<Ctx, "db" | "vault">;

/** A stored secret. Null when none is set. */
export async function readSecret({ db, vault }: Opener, name: SecretName): Promise<string | null> {
  const row = await readRow(db, name);
  if (!row) return null;
  const secret = vault.open(row.value, name);
  if (secret === null) {
    throw new Error(`${name} was stored under a different APP_SECRET and can't be opened: set it again`);
  }
  return secret;
}

/** Stripe's secret key as it is stored. */
export async function readStoredKey({ db, vault }: Opener): Promise<StoredKey> {
  const row = await readRow(db, "payments.stripe_secret_key");
  return row ? { key: vault.open(row.value, "payments.stripe_secret_key") } : null;
}

/** What may be said of a secret: when it was set ("Nov 05, 2026"), and whether it opens still. */
export type SecretState = { set_on: string; opens: boolean } | null;

export async function readSecretState(
  { db, vault }: Opener,
  name: SecretName,
  timezone: string,
): Promise<SecretState> {
  const row = await readRow(db, name);
  if (!row) return null;
  const set_on = formatDate(row.updated_at.toZonedDateTimeISO(timezone).toPlainDate().toString());
  return { set_on, opens: vault.open(row.value, name) !== null };
}

async function readRow(db: Opener["db"], name: SecretName) {
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
