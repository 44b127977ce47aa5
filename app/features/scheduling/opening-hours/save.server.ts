import { and, eq, gte, notInArray, sql } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { holidays } from "~/db/schema/crews";
import { conflictErrors } from "~/features/operations/settings/merge";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { formatHours } from "~/features/scheduling/availability/opening-hours";
import { companyToday } from "~/lib/dates";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { formatTimes, type HoursRules, type HoursValues, hoursValues, mergeValues, readHours } from "./forms";
import { type Holiday, readHolidays } from "./holidays.server";
import { readRules } from "./queries.server";

export type SaveHoursOutcome =
  | { ok: true; changed: boolean }
  /** `seen`: what the form is to begin with from now on, when somebody else has saved meanwhile. */
  | { ok: false; reason: "invalid" | "changed"; errors: Record<string, string>; seen?: HoursValues };

/** Years after the present one whose holidays are stored: no visit is booked further ahead. */
const YEARS_AHEAD = 3;

/**
 * Saves the form of the opening hours, holidays and start times, all or nothing. `seen` holds the values that it started
 * with: fields that it did not change keep what somebody else saved meanwhile; one that both changed is refused.
 */
export async function saveHours(
  ctx: StaffCtx,
  form: HoursValues,
  seen: HoursValues | null,
): Promise<SaveHoursOutcome> {
  const year = Number(ctx.now.toString().slice(0, 4));
  const known = await readHolidays(year, year + YEARS_AHEAD);
  return ctx.db.transaction(async (tx): Promise<SaveHoursOutcome> => {
    await lockUntilCommit(tx, "settings");
    const { rules: before, topics } = await readRules({ db: tx, now: ctx.now }, known);
    const stored = hoursValues(before, topics);
    const { values, conflicts } = seen ? mergeValues(form, seen, stored) : { values: form, conflicts: [] };
    if (conflicts.length > 0) {
      return { ok: false, reason: "changed", errors: conflictErrors(conflicts), seen: stored };
    }
    const read = readHours(values, topics);
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const changed = await store(tx, ctx, before, read.rules, known);
    return { ok: true, changed };
  });
}

async function store(
  tx: Database,
  ctx: StaffCtx,
  before: HoursRules,
  after: HoursRules,
  known: Holiday[],
): Promise<boolean> {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const changed = Object.keys(is).filter((key) => was[key] !== is[key]);
  if (changed.length === 0) return false;
  const pick = (words: Record<string, string>) =>
    Object.fromEntries(changed.map((key) => [key, words[key] ?? ""]));
  for (const [key, value] of Object.entries(textOf(after))) {
    if (changed.includes(key)) await storeSetting(tx, ctx, { category: "hours", key, value });
  }
  for (const [id, start_times] of Object.entries(after.start_times)) {
    if (formatTimes(before.start_times[id] ?? null) === formatTimes(start_times)) continue;
    const values = { start_times: start_times && [...start_times], updated_at: ctx.now };
    await tx.update(services).set(values).where(eq(services.id, id));
  }
  if (changed.includes("holidays")) await storeHolidays(tx, ctx, known, after.holidays);
  await recordSettings(tx, ctx, "hours", { before: pick(was), after: pick(is) });
  return true;
}

/** The rules as the settings store them. */
function textOf({ week, lead_hours, days_ahead, holidays: names }: HoursRules): Record<string, string> {
  return {
    week: JSON.stringify(week),
    lead_hours: String(lead_hours),
    days_ahead: String(days_ahead),
    holidays: JSON.stringify(names),
  };
}

/** The rules for the audit trail. */
function wordsOf({ week, start_times, ...rules }: HoursRules): Record<string, string> {
  const starts = Object.entries(start_times).map(([id, times]) => `${id}: ${formatTimes(times)}`);
  return {
    week: formatHours(week),
    lead_hours: String(rules.lead_hours),
    days_ahead: String(rules.days_ahead),
    holidays: rules.holidays.join(", "),
    start_times: starts.join("; "),
  };
}

/** Stores the days of the chosen holidays from today on; those that were kept before stay. */
async function storeHolidays(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  known: readonly Holiday[],
  names: readonly string[],
) {
  const today = companyToday(now, (await readSettings({ db: tx }))["general.timezone"]);
  const others = names.length > 0 ? notInArray(holidays.rule, [...names]) : sql`true`;
  await tx.delete(holidays).where(and(gte(holidays.date, today), others));
  const days = known
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, dates }) => dates.map((date) => ({ date, rule: name, name })))
    .filter(({ date }) => date >= today);
  if (days.length > 0) await tx.insert(holidays).values(days).onConflictDoNothing();
}

/** Adds the days of the next years to the holidays that the company keeps. */
export async function extendHolidays(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const names = (await readSettings(ctx))["hours.holidays"];
  if (names.length === 0) return;
  const year = Number(ctx.now.toString().slice(0, 4));
  const known = await readHolidays(year, year + YEARS_AHEAD);
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    await storeHolidays(tx, ctx, known, (await readSettings({ db: tx }))["hours.holidays"]);
  });
}
