import { conflictErrors } from "~/features/operations/settings/merge";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import {
  type AreaRules,
  type AreaValues,
  areaValues,
  MOST_ZIPS,
  mergeArea,
  readArea,
  storedRules,
} from "./forms";

export type SaveAreaOutcome =
  | { ok: true; changed: boolean }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: Record<string, string>; seen?: AreaValues };

/**
 * Saves the form of the service area, all or nothing. `seen` holds the values that it started with: fields that it did not
 * change keep what somebody else saved meanwhile; one that both changed is refused.
 */
export function saveArea(ctx: StaffCtx, form: AreaValues, seen: AreaValues | null): Promise<SaveAreaOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveAreaOutcome> => {
    await lockUntilCommit(tx, "settings");
    const before = storedRules(await readSettings({ db: tx }));
    const stored = areaValues(before);
    const { values, conflicts } = seen ? mergeArea(form, seen, stored) : { values: form, conflicts: [] };
    if (conflicts.length > 0) {
      return { ok: false, reason: "changed", errors: conflictErrors(conflicts), seen: stored };
    }
    const read = readArea(values, before, centroidOf);
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    return { ok: true, changed: await store(tx, ctx, before, read.rules) };
  });
}

export type ChangeZipOutcome =
  | { ok: true; changed: boolean }
  | { ok: false; reason: "no list" | "unknown" | "full" | "last"; message: string };

/** Adds a ZIP code to the list that the service area is, or removes it. Twice has no further effect. */
export function changeZip(
  ctx: StaffCtx,
  { zip, listed }: { zip: string; listed: boolean },
): Promise<ChangeZipOutcome> {
  return ctx.db.transaction(async (tx): Promise<ChangeZipOutcome> => {
    await lockUntilCommit(tx, "settings");
    const before = storedRules(await readSettings({ db: tx }));
    const zips = before.zips.split(" ").filter(Boolean);
    if (before.mode !== "zips" || zips.length === 0) {
      return {
        ok: false,
        reason: "no list",
        message: "The service area isn't a list of ZIP codes any more.",
      };
    }
    if (!/^\d{5}$/.test(zip) || !centroidOf(zip)) {
      return { ok: false, reason: "unknown", message: `There is no ZIP code ${zip.slice(0, 10)}.` };
    }
    const others = zips.filter((one) => one !== zip);
    if (listed && others.length >= MOST_ZIPS) {
      return {
        ok: false,
        reason: "full",
        message: `The service area can list at most ${MOST_ZIPS} ZIP codes.`,
      };
    }
    if (!listed && others.length === 0) {
      return { ok: false, reason: "last", message: "The service area needs at least one ZIP code." };
    }
    const after = { ...before, zips: (listed ? [...others, zip] : others).sort().join(" ") };
    return { ok: true, changed: await store(tx, ctx, before, after) };
  });
}

async function store(tx: Database, ctx: StaffCtx, before: AreaRules, after: AreaRules): Promise<boolean> {
  const changed = (Object.keys(after) as (keyof AreaRules)[]).filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return false;
  for (const key of changed) await storeSetting(tx, ctx, { category: "area", key, value: after[key] });
  const [was, is] = [wordsOf(before), wordsOf(after)];
  await recordSettings(tx, ctx, "area", {
    before: Object.fromEntries(changed.map((key) => [key, was[key]])),
    after: Object.fromEntries(changed.map((key) => [key, is[key]])),
  });
  return true;
}

const MODES = {
  anywhere: "Anywhere",
  zips: "A list of ZIP codes",
  radius: "A radius around the base",
} as const;

/** The rules for the audit trail. */
function wordsOf({ mode, zips, ...rules }: AreaRules): AreaRules | Record<keyof AreaRules, string> {
  return { ...rules, mode: MODES[mode], zips: zips.split(" ").join(", ") };
}
