import { and, eq, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { customer_distinctions, customer_merges, customers } from "~/db/schema/customers";
import { type Moved, moveBack, moveToCustomer } from "~/features/customers/records/merge.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { readPair, seenOf } from "./queries.server";
import { isUndoable, UNDO_DAYS, whyNotMerge } from "./rules";

type Outcome = { ok: true } | { ok: false; message: string };

/** Locks customers until the transaction ends, in one order. */
function lockCustomers(tx: Database, ids: string[]) {
  return tx.select().from(customers).where(inArray(customers.id, ids)).orderBy(customers.id).for("update");
}

/**
 * Merges one customer into another, who gets everything of it. Refused if one of the two has changed since the preview
 * (`seen`). Can be undone for 30 days.
 */
export function mergeCustomers(
  ctx: StaffCtx,
  { kept, merged, seen }: { kept: string; merged: string; seen: string },
): Promise<Outcome> {
  return ctx.db.transaction(async (tx): Promise<Outcome> => {
    await lockCustomers(tx, [kept, merged]);
    const pair = await readPair(ctx, tx, kept, merged);
    const refusal = whyNotMerge(pair);
    if (refusal) return { ok: false, message: refusal };
    if (seenOf([pair.kept, pair.merged]) !== seen)
      return { ok: false, message: "One of the two has changed meanwhile. Look again, then merge." };
    await moveToCustomer(tx, ctx, { kept, merged }, ctx.actor.id);
    return { ok: true };
  });
}

/** Undoes a merge: the merged customer gets back what it had, except what has gone elsewhere since. */
export function undoMerge(ctx: StaffCtx, { id, kept }: { id: string; kept: string }): Promise<Outcome> {
  return ctx.db.transaction(async (tx): Promise<Outcome> => {
    const ofKept = and(eq(customer_merges.id, id), eq(customer_merges.kept_id, kept));
    const [found] = await tx.select().from(customer_merges).where(ofKept);
    const pair = await lockCustomers(tx, [kept, found?.merged_id ?? kept]);
    const [merge] = await tx.select().from(customer_merges).where(ofKept).for("update");
    if (!merge || merge.undone_at || pair.find((one) => one.id === merge.merged_id)?.merged_into !== kept)
      return { ok: false, message: "This merge is undone already." };
    if (!isUndoable(merge.created_at, ctx.now))
      return { ok: false, message: `A merge can be undone for ${UNDO_DAYS} days only.` };
    if (pair.find((one) => one.id === kept)?.merged_into)
      return { ok: false, message: "The customer was merged into another one since. Undo that first." };
    await moveBack(tx, ctx, { kept, merged: merge.merged_id, key: id }, merge.moved as Moved);
    await tx.update(customer_merges).set({ undone_at: ctx.now, updated_at: ctx.now }).where(ofKept);
    await recordAudit(tx, ctx, {
      action: "customer.merge_undone",
      entity: "customer",
      entity_id: kept,
      details: { merged: merge.merged_id, merge: id },
    });
    return { ok: true };
  });
}

/** Remembers that two customers are not the same, so that they are not proposed again. */
export function keepApart(ctx: StaffCtx, ids: [string, string]): Promise<Outcome> {
  return ctx.db.transaction(async (tx): Promise<Outcome> => {
    const [one, other] = ids.toSorted() as [string, string];
    const found = await tx.select({ id: customers.id }).from(customers).where(inArray(customers.id, ids));
    if (found.length !== 2) return { ok: false, message: "One of the two is gone." };
    const made = await tx
      .insert(customer_distinctions)
      .values({ one, other, created_at: ctx.now })
      .onConflictDoNothing()
      .returning({ one: customer_distinctions.one });
    if (made.length > 0)
      await recordAudit(tx, ctx, {
        action: "customer.kept_apart",
        entity: "customer",
        entity_id: one,
        details: { other },
      });
    return { ok: true };
  });
}

/** Deletes what an undo needs of merges that can't be undone any more, and the merged customers. */
export async function forgetMerges({ db }: Pick<Ctx, "db">, before: Temporal.Instant): Promise<void> {
  await db.delete(customer_merges).where(lt(customer_merges.created_at, before));
  const undoable = db
    .select({ id: customer_merges.id })
    .from(customer_merges)
    .where(and(eq(customer_merges.merged_id, customers.id), isNull(customer_merges.undone_at)));
  await db.delete(customers).where(and(sql`${customers.merged_into} is not null`, notExists(undoable)));
}
