import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { FEE_FIELDS, type FeeValues, feePolicyOf, feeValues, mergeFees, readFees } from "./fee-policy";
import { conflictErrors } from "./merge";
import { readSettings } from "./queries.server";
import { recordSettings, storeSetting } from "./store.server";

export type SaveFeesOutcome =
  | { ok: true; changed: boolean }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: Partial<FeeValues>; seen?: FeeValues };

/**
 * Saves the fee policy of new bookings, all or nothing; those that are made keep theirs. `seen` holds the values that the form
 * started with: fields that it did not change keep what somebody else saved meanwhile; one that both changed is refused.
 */
export function saveFees(
  ctx: StaffCtx,
  form: Record<string, string>,
  seen: Record<string, string> | null,
): Promise<SaveFeesOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveFeesOutcome> => {
    await lockUntilCommit(tx, "settings");
    const before = feeValues(feePolicyOf(await readSettings({ db: tx })));
    const { values, conflicts } = seen ? mergeFees(form, seen, before) : { values: form, conflicts: [] };
    if (conflicts.length > 0) {
      return { ok: false, reason: "changed", errors: conflictErrors(conflicts), seen: before };
    }
    const read = readFees(values);
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const after = feeValues(read.policy);
    const changed = FEE_FIELDS.filter((name) => after[name] !== before[name]);
    if (changed.length === 0) return { ok: true, changed: false };
    for (const key of changed) await storeSetting(tx, ctx, { category: "booking", key, value: after[key] });
    const pick = (of: FeeValues) => Object.fromEntries(changed.map((name) => [name, of[name]]));
    await recordSettings(tx, ctx, "fees", { before: pick(before), after: pick(after) });
    return { ok: true, changed: true };
  });
}
