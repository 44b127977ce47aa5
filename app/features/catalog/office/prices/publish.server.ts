import { and, eq, isNotNull } from "drizzle-orm";
import { service_prices } from "~/db/schema/catalog";
import { readOfficeService } from "~/features/catalog/office/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { readBounds, readDraft, seenOf } from "./queries.server";
import { wrongDay, wrongPrices } from "./rules";
import { lockPrices, recordPrices } from "./save.server";

export type PublishOutcome =
  | { ok: true; begins_on: string }
  | { ok: false; reason: "not found" | "changed" }
  /** By the names of the draft's fields. */
  | { ok: false; reason: "invalid"; errors: Record<string, string> };

/**
 * Publishes the draft that was seen: bookings are made with it from its day on. Bookings and plans that exist keep their
 * price. Refused if its day is past, if another list begins on its day, or if it is below the floor by now.
 */
export function publishDraft(
  ctx: StaffCtx,
  { id, seen }: { id: string; seen: string },
): Promise<PublishOutcome> {
  return ctx.db.transaction(async (tx): Promise<PublishOutcome> => {
    await lockPrices(tx);
    const bounds = await readBounds({ db: tx, now: ctx.now });
    const service = await readOfficeService({ ...ctx, db: tx }, id);
    if (!service) return { ok: false, reason: "not found" };
    const draft = await readDraft(tx, id, { lock: true });
    if (!draft || seenOf(draft) !== seen) return { ok: false, reason: "changed" };
    const { begins_on, rules } = draft;
    const taken = await tx.$count(
      service_prices,
      and(
        ...[eq(service_prices.service_id, id), eq(service_prices.begins_on, begins_on)],
        isNotNull(service_prices.published_at),
      ),
    );
    const errors = {
      ...(begins_on > bounds.today && taken > 0 && { begins_on: "Another price list begins on this day." }),
      ...wrongDay(begins_on, bounds.today),
      ...wrongPrices({ ...service, prices: rules }, bounds),
    };
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    await tx
      .update(service_prices)
      .set({ published_at: ctx.now, updated_at: ctx.now })
      .where(eq(service_prices.id, draft.id));
    await recordPrices(tx, ctx, "service.prices_published", id, { begins_on });
    return { ok: true, begins_on };
  });
}

export type WithdrawOutcome = { ok: true } | { ok: false; reason: "not found" | "begun" | "another draft" };

/** Takes a published list back that has not begun: it is the draft again. Refused while there is another draft. */
export function withdrawPrices(
  ctx: StaffCtx,
  { id, list }: { id: string; list: string },
): Promise<WithdrawOutcome> {
  return ctx.db.transaction(async (tx): Promise<WithdrawOutcome> => {
    await lockPrices(tx);
    const { today } = await readBounds({ db: tx, now: ctx.now });
    const [found] = await tx
      .select()
      .from(service_prices)
      .where(and(eq(service_prices.id, list), eq(service_prices.service_id, id)))
      .for("update");
    if (!found) return { ok: false, reason: "not found" };
    if (!found.published_at) return { ok: true };
    if (found.begins_on <= today) return { ok: false, reason: "begun" };
    if (await readDraft(tx, id)) return { ok: false, reason: "another draft" };
    await tx
      .update(service_prices)
      .set({ published_at: null, version: found.version + 1, updated_at: ctx.now })
      .where(eq(service_prices.id, list));
    await recordPrices(tx, ctx, "service.prices_withdrawn", id, { begins_on: found.begins_on });
    return { ok: true };
  });
}
