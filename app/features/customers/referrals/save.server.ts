import { conflictErrors, type FormValues, mergeForm, singly } from "~/features/operations/settings/merge";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { formatCents, parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";

/** The form's fields, which are the settings' keys. */
const FIELDS = ["referrer_amount", "friend_amount"] as const;
type OfferValues = Partial<Record<(typeof FIELDS)[number], string>>;

/** The highest credit for one referral, in cents. */
const MOST = 100_000;

export type SaveOfferOutcome =
  | { ok: true }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: OfferValues; seen?: FormValues };

/** What both get, as it is typed: "20.00". */
export function offerValues(settings: Settings): Record<(typeof FIELDS)[number], string> {
  return {
    referrer_amount: (settings["referrals.referrer_amount"] / 100).toFixed(2),
    friend_amount: (settings["referrals.friend_amount"] / 100).toFixed(2),
  };
}

/** Saves what both get of the next referral on; 0 is nothing. `seen` works as in `saveFees`. */
export function saveOffer(
  ctx: StaffCtx,
  form: FormValues,
  seen: FormValues | null,
): Promise<SaveOfferOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveOfferOutcome> => {
    await lockUntilCommit(tx, "settings");
    const settings = await readSettings({ db: tx });
    const stored = offerValues(settings);
    const merged = seen ? mergeForm(form, seen, stored, singly(FIELDS)) : { values: form, conflicts: [] };
    if (merged.conflicts.length > 0)
      return { ok: false, reason: "changed", errors: conflictErrors(merged.conflicts), seen: stored };
    const errors: OfferValues = {};
    const before: Record<string, number> = {};
    const after: Record<string, number> = {};
    for (const field of FIELDS) {
      const text = cleanLine(merged.values[field] ?? "");
      const cents = text === "" ? 0 : parseCents(text);
      if (cents === null || cents > MOST) {
        errors[field] = `Enter an amount up to ${formatCents(MOST)}, like 20, or 0 for none.`;
        continue;
      }
      if (cents === settings[`referrals.${field}`]) continue;
      before[field] = settings[`referrals.${field}`];
      after[field] = cents;
    }
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    for (const [key, cents] of Object.entries(after))
      await storeSetting(tx, ctx, { category: "referrals", key, value: String(cents) });
    if (Object.keys(after).length > 0) await recordSettings(tx, ctx, "referrals", { before, after });
    return { ok: true };
  });
}
