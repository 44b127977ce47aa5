import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { api_keys } from "~/db/schema/partners";
import type { Ctx } from "~/platform/context.server";
import { KEY_PREFIX } from "./partner";

/** Minimum minutes between two recorded uses. */
const USE_INTERVAL_MINUTES = 1;

/** Partner of a key. Null if unknown or revoked. */
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
  const nextUse = found.last_used_at?.add({ minutes: USE_INTERVAL_MINUTES });
  if (!nextUse || Temporal.Instant.compare(nextUse, now) <= 0) {
    await db.update(api_keys).set({ last_used_at: now }).where(eq(api_keys.id, found.id));
  }
  return { api_key_id: found.id };
}

const KEY = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`);

/** Creates a key. `stored` is the only part that is stored. */
export function newKey() {
  const key = KEY_PREFIX + randomBytes(32).toString("base64url");
  return { key, stored: { key_hash: digestOf(key), key_end: key.slice(-4) } };
}

/** A key has 256 random bits and can't be guessed, so an unsalted digest is enough. */
function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Key in the `Authorization` header, well-formed or not. Null if there is none. */
export function bearerKey(authorization: string | null): string | null {
  const [, key] = /^Bearer\b(.*)$/i.exec(authorization ?? "") ?? [];
  return key === undefined ? null : key.trim();
}

function isKey(text: string): boolean {
  return KEY.test(text);
}
