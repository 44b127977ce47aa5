import { admin_settings } from "~/db/schema/settings";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

type Setting = {
  category: string;
  key: string;
  value: string;
  /** The file that the setting is about. */
  file_id?: string | null;
};

/** Stores one setting as text. The caller holds the lock "settings". */
export async function storeSetting(
  tx: Database,
  { now }: Pick<StaffCtx, "now">,
  { category, key, value, file_id = null }: Setting,
): Promise<void> {
  await tx
    .insert(admin_settings)
    .values({ category, key, value, file_id, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: [admin_settings.category, admin_settings.key],
      set: { value, file_id, updated_at: now },
    });
}

/** Writes the audit row of settings that changed. `part` is the part of the settings that they stand in, such as "fees". */
export function recordSettings(
  tx: Database,
  ctx: StaffCtx,
  part: string,
  details: { before: object; after: object } & Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, ctx, { action: "settings.updated", entity: "settings", entity_id: part, details });
}
