import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import {
  AFTER_VISIT_FIELDS,
  AFTER_VISIT_SETTINGS,
  type AfterVisitValues,
  afterVisitValues,
  mergeAfterVisits,
  readAfterVisits,
} from "./after-visits";
import { conflictErrors } from "./merge";
import { readSettings } from "./queries.server";
import { recordSettings, storeSetting } from "./store.server";

export type SaveAfterVisitsOutcome =
  | { ok: true; changed: boolean }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: Partial<AfterVisitValues>; seen?: AfterVisitValues };

/**
 * Saves what customers can do after a visit, all or nothing. `seen` holds the values that the form started with: fields that it did
 * not change keep what somebody else saved meanwhile; one that both changed is refused.
 */
export function saveAfterVisits(
  ctx: StaffCtx,
  form: Record<string, string>,
  seen: Record<string, string> | null,
): Promise<SaveAfterVisitsOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveAfterVisitsOutcome> => {
    await lockUntilCommit(tx, "settings");
    const before = afterVisitValues(await readSettings({ db: tx }));
    const { values, conflicts } = seen
      ? mergeAfterVisits(form, seen, before)
      : { values: form, conflicts: [] };
    if (conflicts.length > 0)
      return { ok: false, reason: "changed", errors: conflictErrors(conflicts), seen: before };
    const read = readAfterVisits(values);
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const after = read.values;
    const changed = AFTER_VISIT_FIELDS.filter((name) => after[name] !== before[name]);
    if (changed.length === 0) return { ok: true, changed: false };
    for (const name of changed)
      await storeSetting(tx, ctx, { ...AFTER_VISIT_SETTINGS[name], value: after[name] });
    const pick = (of: AfterVisitValues) => Object.fromEntries(changed.map((name) => [name, of[name]]));
    await recordSettings(tx, ctx, "after-visits", { before: pick(before), after: pick(after) });
    return { ok: true, changed: true };
  });
}
