import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { digest_keys } from "~/db/schema/digests";
import type { Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { Renewed, Vault } from "./vault.server";

type DigestPurpose = (typeof digest_keys.$inferSelect)["purpose"];
type DigestCtx = Pick<Ctx, "db" | "vault">;

/** Where a key is sealed. */
export const placeOfKey = (id: string) => `digest_keys.${id}`;

/**
 * Digests of short texts, such as codes and phones, that nobody can find out without the key: HMAC-SHA-256, 43 letters. The site's key
 * is made when it is asked for first, and again if none opens under any known secret.
 */
export async function openDigests(
  ctx: DigestCtx & Pick<Ctx, "now">,
  purpose: DigestPurpose,
): Promise<(text: string) => string> {
  const [known] = await readKeys(ctx, purpose);
  if (known) return known;
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "digest keys");
    const [made] = await readKeys({ ...ctx, db: tx }, purpose);
    if (made) return made;
    const id = randomUUID();
    const key = randomBytes(32).toString("base64url");
    const sealed_key = ctx.vault.seal(key, placeOfKey(id));
    await tx.insert(digest_keys).values({ id, purpose, sealed_key, created_at: ctx.now });
    return digestUnder(key);
  });
}

/** The digests that a text may have had, under each key that opens; none as long as none was made. */
export async function readDigests(
  ctx: DigestCtx,
  purpose: DigestPurpose,
): Promise<(text: string) => string[]> {
  const keys = await readKeys(ctx, purpose);
  return (text) => keys.map((digest) => digest(text));
}

const digestUnder = (key: string) => (text: string) =>
  createHmac("sha256", key).update(text).digest("base64url");

async function readKeys({ db, vault }: DigestCtx, purpose: DigestPurpose) {
  const rows = await db
    .select()
    .from(digest_keys)
    .where(eq(digest_keys.purpose, purpose))
    .orderBy(desc(digest_keys.created_at), desc(digest_keys.id));
  return rows.flatMap(({ id, sealed_key }) => {
    const key = vault.open(sealed_key, placeOfKey(id));
    return key === null ? [] : [digestUnder(key)];
  });
}

/** Seals the keys anew under the newest APP_SECRET. Digests stay as they are. */
export async function renewDigestKeys(tx: Database, vault: Vault): Promise<Renewed> {
  const total = { renewed: 0, unreadable: 0 };
  for (const row of await tx.select().from(digest_keys).for("no key update")) {
    const sealed_key = vault.renew(row.sealed_key, placeOfKey(row.id));
    if (sealed_key === null) total.unreadable += 1;
    if (sealed_key === null || sealed_key === row.sealed_key) continue;
    await tx.update(digest_keys).set({ sealed_key }).where(eq(digest_keys.id, row.id));
    total.renewed += 1;
  }
  return total;
}
