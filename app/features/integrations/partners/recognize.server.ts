import { and, eq, isNull } from "drizzle-orm";
import { api_keys } from "~/db/schema/partners";
import type { Ctx } from "~/platform/context.server";
import { digestOf, isKey } from "./key.server";

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
