import { belowFloor, floorText } from "~/features/catalog/floor";
import { rulesOf } from "~/features/catalog/service";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { formatDate } from "~/lib/dates";
import { type Cents, formatCents, parseCents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { readBounds, readPublished } from "./queries.server";

/** $1,000 for an hour of a crew. */
const HIGHEST_FLOOR: Cents = 100_000;

export type SaveFloorOutcome = { ok: true; floor: Cents } | { ok: false; error: string; seen: string };

/**
 * Saves the lowest price for an hour of a crew, typed in dollars; nothing typed is no floor. Refused when a published price is
 * below it, with the service, the way in which it is sold, and the figure; and when somebody else changed it from what was
 * `seen`.
 */
export function saveFloor(
  ctx: StaffCtx,
  { typed, seen }: { typed: string; seen: string },
): Promise<SaveFloorOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveFloorOutcome> => {
    await lockUntilCommit(tx, "settings", "prices");
    const { today, floor: before, currency } = await readBounds({ db: tx, now: ctx.now });
    const refuse = (error: string, now = seen) => ({ ok: false as const, error, seen: now });
    const floor = typed.trim() === "" ? 0 : parseCents(typed);
    if (floor === null)
      return refuse("Enter an amount in dollars, like 45 or 45.50. Leave it empty for no floor.");
    if (floor > HIGHEST_FLOOR) return refuse(`At most ${formatCents(HIGHEST_FLOOR, currency)}.`);
    if (floor === before) return { ok: true, floor };
    if (seen !== String(before)) {
      const theirs = before > 0 ? formatCents(before, currency) : "no floor";
      return refuse(`Someone else set ${theirs} meanwhile. Save again to replace it.`, String(before));
    }
    const wrong = await firstBelow({ ...ctx, db: tx }, floor, { today, currency });
    if (wrong) return refuse(wrong);
    await storeSetting(tx, ctx, { category: "booking", key: "floor_per_crew_hour", value: String(floor) });
    const shown = (cents: Cents) => (cents > 0 ? formatCents(cents, currency) : null);
    await recordSettings(tx, ctx, "prices", {
      before: { floor_per_crew_hour: shown(before) },
      after: { floor_per_crew_hour: shown(floor) },
    });
    return { ok: true, floor };
  });
}

/** The first published price below the floor, in a sentence. */
async function firstBelow(
  ctx: StaffCtx,
  floor: Cents,
  { today, currency }: { today: string; currency: string },
): Promise<string | undefined> {
  const published = await readPublished(ctx, today);
  const texts = published.flatMap(({ service, begins_on }) => {
    const rate = belowFloor(service, floor);
    const from = begins_on ? ` from ${formatDate(begins_on)} on` : "";
    const text = rate && floorText(rate, rulesOf(service), floor, currency);
    return text ? [`${service.title}${from}: ${text[0]?.toLowerCase()}${text.slice(1)}`] : [];
  });
  return texts[0];
}
