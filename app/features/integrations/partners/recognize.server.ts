import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { api_keys } from "~/db/schema/partners";
import type { Ctx } from "~/platform/context.server";
import { KEY_PREFIX } from "./partner";

/** That a key was used is noted no more often than this. */
const NOTED_MINUTES = 1;

/** Whose key it is; null when nobody's, or revoked. */
export async function recognizePartner(
  { db, now }: Pick<Ctx, "db" | "now">,
  key: string,
): Promise<{ api_key_id: string } | null> {
  if (!isKey(key)) return null;
  const [found] = await db
    .select({ id: api_keys.id, last_used_at: api_keys.last_used_at })
    .from(api_keys)
    .where(and(eq(api_keys.key_hash, digestOf(key)), isNull(api_keys.revoked_at)));
  if (!found) return null;
  const noted = found.last_used_at?.add({ minutes: NOTED_MINUTES });
  if (!noted || Temporal.Instant.compare(noted, now) <= 0) {
    await db.update(api_keys).set({ last_used_at: now }).where(eq(api_keys.id, found.id));
  }
  return { api_key_id: found.id };
}

const KEY = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`);

/** A new key; `stored` is all that is kept of it. */
export function newKey() {
  const key = KEY_PREFIX + randomBytes(32).toString("base64url");
  return { key, stored: { key_hash: digestOf(key), key_end: key.slice(-4) } };
}

/** A key has 256 bits of chance: nobody finds it by trying, so a plain digest is enough. */
function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The key that a request carries, well-formed or not; null when it carries none. */
export function keyIn(authorization: string | null): string | null {
  const [, key] = /^Bearer\b(.*)$/i.exec(authorization ?? "") ?? [];
  return key === undefined ? null : key.trim();
}

function isKey(text: string): boolean {
  return KEY.test(text);
}
