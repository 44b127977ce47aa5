import { and, desc, eq, sql } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { service_prices } from "~/db/schema/catalog";
import { readOfficeService } from "~/features/catalog/office/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { Errors } from "./forms";
import { type PriceList, readBounds, readDraft, seenOf } from "./queries.server";
import { readList } from "./rules";
import type { PriceValues } from "./values";
import { differencesOf } from "./view";

/** Serializes changes of prices, so that none passes the floor while the floor changes. Take it before rows of services. */
export function lockPrices(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "prices");
}

/** How the draft that somebody else saved differs from what was typed. */
export type Difference = { label: string; theirs: string | null; yours: string | null };

export type SaveDraftOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "invalid"; errors: Errors }
  /** `seen`: what the next form starts from. No differences: the draft was published or discarded. */
  | { ok: false; reason: "changed"; differences: Difference[]; seen: string };

/**
 * Saves the draft of a service, all or nothing; it changes no price. `seen` names the draft that the form was filled with
 * (`seenOf`): another one is refused, with how it differs.
 */
export function saveDraft(
  ctx: StaffCtx,
  { id, values, seen }: { id: string; values: PriceValues; seen: string },
): Promise<SaveDraftOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveDraftOutcome> => {
    await lockPrices(tx);
    const bounds = await readBounds({ db: tx, now: ctx.now });
    const service = await readOfficeService({ ...ctx, db: tx }, id);
    if (!service) return { ok: false, reason: "not found" };
    const draft = await readDraft(tx, id, { lock: true });
    const read = readList(service, values, bounds);
    const { currency } = bounds;
    const changed = draft && read.ok ? differencesOf(draft, read, currency) : [];
    const isSame = draft && read.ok && changed.length === 0 && sameRules(draft, read);
    if (isSame) return { ok: true };
    if (seen !== seenOf(draft)) {
      const differences = changed.map(({ label, before, after }) => ({
        label,
        theirs: before,
        yours: after,
      }));
      return { ok: false, reason: "changed", differences, seen: seenOf(draft) };
    }
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const list = {
      rules: read.rules,
      begins_on: read.begins_on,
      author_id: ctx.actor.id,
      updated_at: ctx.now,
    };
    if (draft) {
      await tx
        .update(service_prices)
        .set({ ...list, version: draft.version + 1 })
        .where(eq(service_prices.id, draft.id));
    } else {
      await tx.insert(service_prices).values({ ...list, service_id: id, created_at: ctx.now });
    }
    await recordPrices(tx, ctx, "service.prices_drafted", id, {
      ...(draft ? sidesOf(changed) : { begins_on: read.begins_on }),
      currency,
    });
    return { ok: true };
  });
}

type Compared = Pick<PriceList, "rules" | "begins_on">;

/** Whether two lists are the same in everything, also in what `linesOf` leaves out. */
function sameRules(one: Compared, other: Compared): boolean {
  const sorted = (value: unknown): unknown =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  return JSON.stringify(sorted(one.rules)) === JSON.stringify(sorted(other.rules));
}

function sidesOf(changed: ReturnType<typeof differencesOf>) {
  const side = (name: "before" | "after") =>
    Object.fromEntries(changed.map((line) => [line.label, line[name]]));
  return { before: side("before"), after: side("after") };
}

/** Writes an audit row of a service's prices. */
export async function recordPrices(
  tx: Database,
  ctx: StaffCtx,
  action: string,
  service: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, ctx, { action, entity: "service", entity_id: service, details });
}

const DISCARDED = "service.prices_discarded";

/** Discards the draft; it can be restored by its id. Null if there is none, or not the one that was seen. */
export function discardDraft(
  ctx: StaffCtx,
  { id, seen }: { id: string; seen: string },
): Promise<{ list: string } | null> {
  return ctx.db.transaction(async (tx) => {
    await lockPrices(tx);
    const draft = await readDraft(tx, id, { lock: true });
    if (!draft || seenOf(draft) !== seen) return null;
    await tx.delete(service_prices).where(eq(service_prices.id, draft.id));
    const { rules, begins_on, version } = draft;
    const undo = { list: draft.id, rules, begins_on, version };
    await recordPrices(tx, ctx, DISCARDED, id, { begins_on, undo });
    return { list: draft.id };
  });
}

export type RestoreOutcome = { ok: true } | { ok: false; reason: "not found" | "another draft" };

/** Undoes `discardDraft`, unless the service has another draft meanwhile. */
export function restoreDraft(
  ctx: StaffCtx,
  { id, list }: { id: string; list: string },
): Promise<RestoreOutcome> {
  return ctx.db.transaction(async (tx): Promise<RestoreOutcome> => {
    await lockPrices(tx);
    const undo = audit_log.details;
    const [entry] = await tx
      .select({ details: audit_log.details })
      .from(audit_log)
      .where(
        and(
          ...[eq(audit_log.entity, "service"), eq(audit_log.entity_id, id), eq(audit_log.action, DISCARDED)],
          sql`${undo} -> 'undo' ->> 'list' = ${list}`,
        ),
      )
      .orderBy(desc(audit_log.id))
      .limit(1);
    const service = await readOfficeService({ ...ctx, db: tx }, id);
    if (!entry || !service) return { ok: false, reason: "not found" };
    const existing = await readDraft(tx, id);
    if (existing) return existing.id === list ? { ok: true } : { ok: false, reason: "another draft" };
    const { rules, begins_on, version } = entry.details.undo as Omit<PriceList, "id">;
    const [stored] = await tx
      .insert(service_prices)
      .values({
        ...{ id: list, service_id: id, rules, begins_on, version: version + 1, author_id: ctx.actor.id },
        ...{ created_at: ctx.now, updated_at: ctx.now },
      })
      .onConflictDoNothing()
      .returning({ id: service_prices.id });
    if (!stored) return { ok: false, reason: "not found" };
    await recordPrices(tx, ctx, "service.prices_restored", id, { begins_on });
    return { ok: true };
  });
}
