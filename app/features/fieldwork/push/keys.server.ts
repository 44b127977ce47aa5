import { eq } from "drizzle-orm";
import webPush from "web-push";
import { push_keys, push_subscriptions } from "~/db/schema/push";
import type { Renewed, Vault } from "~/platform/auth/vault.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";

/** Base64url, as push services and browsers take them. */
type PushKeys = { publicKey: string; privateKey: string };

/** Where the private key is sealed. */
const PLACE = "push_keys.private_key";

/**
 * The site's keys, made when they are asked for first. If the stored ones don't open under any known secret, makes new ones and
 * forgets all phones, whose push services take messages under the old ones only.
 */
export async function openPushKeys(ctx: Pick<Ctx, "db" | "vault" | "now">): Promise<PushKeys> {
  const known = await readKeys(ctx.db, ctx.vault);
  if (known) return known;
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "push keys");
    const made = await readKeys(tx, ctx.vault);
    if (made) return made;
    const keys = webPush.generateVAPIDKeys();
    const lost = await tx.delete(push_keys).returning({ id: push_keys.id });
    if (lost.length > 0) await tx.delete(push_subscriptions);
    await tx.insert(push_keys).values({
      public_key: keys.publicKey,
      private_key: ctx.vault.seal(keys.privateKey, PLACE),
      created_at: ctx.now,
    });
    return keys;
  });
}

/** Seals the private key anew under the newest APP_SECRET. */
export async function renewPushKeys(tx: Database, vault: Vault): Promise<Renewed> {
  const [row] = await tx.select().from(push_keys).for("no key update");
  const private_key = row ? vault.renew(row.private_key, PLACE) : undefined;
  if (!row || private_key === row.private_key) return { renewed: 0, unreadable: 0 };
  if (!private_key) return { renewed: 0, unreadable: 1 };
  await tx.update(push_keys).set({ private_key }).where(eq(push_keys.id, row.id));
  return { renewed: 1, unreadable: 0 };
}

async function readKeys(db: Database, vault: Vault): Promise<PushKeys | null> {
  const [row] = await db.select().from(push_keys);
  const privateKey = row && vault.open(row.private_key, PLACE);
  return privateKey ? { publicKey: row.public_key, privateKey } : null;
}
