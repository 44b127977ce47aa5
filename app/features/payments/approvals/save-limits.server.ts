import { conflictErrors } from "~/features/operations/settings/merge";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { rolesBelow } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { type LimitValues, limitFields, limitValues, mergeLimits, readLimits } from "./limits";

export type SaveLimitsOutcome =
  | { ok: true; changed: boolean }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: LimitValues; seen?: LimitValues };

/**
 * Saves the limits of the roles that the actor may give, all or nothing; other fields of the form are left alone. They count from
 * the next refund on. `seen` works as in `saveFees`.
 */
export function saveLimits(
  ctx: StaffCtx,
  form: Record<string, string>,
  seen: Record<string, string> | null,
): Promise<SaveLimitsOutcome> {
  const fields = limitFields(rolesBelow(ctx.actor.role));
  return ctx.db.transaction(async (tx): Promise<SaveLimitsOutcome> => {
    await lockUntilCommit(tx, "settings");
    const settings = await readSettings({ db: tx });
    const stored = limitValues(settings);
    const merged = seen ? mergeLimits(form, seen, stored, fields) : { values: form, conflicts: [] };
    if (merged.conflicts.length > 0)
      return { ok: false, reason: "changed", errors: conflictErrors(merged.conflicts), seen: stored };
    const read = readLimits(merged.values, fields);
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const { limits } = read;
    const changed = fields.filter((field) => limits[field] !== settings[`users.${field}`]);
    if (changed.length === 0) return { ok: true, changed: false };
    for (const key of changed)
      await storeSetting(tx, ctx, { category: "users", key, value: String(limits[key] ?? "") });
    await recordSettings(tx, ctx, "users", {
      before: Object.fromEntries(changed.map((field) => [field, settings[`users.${field}`]])),
      after: Object.fromEntries(changed.map((field) => [field, limits[field] ?? null])),
    });
    return { ok: true, changed: true };
  });
}
