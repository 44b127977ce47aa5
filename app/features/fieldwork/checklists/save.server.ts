import { and, asc, eq, isNull } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { properties } from "~/db/schema/customers";
import { checklist_items } from "~/db/schema/fieldwork";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { ITEM_LIMIT, keyOfItem, type ListOf } from "./checklist";
import type { ItemForm } from "./forms";

export type ChecklistOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "too many" | "changed"; message: string };

const NOT_FOUND = { ok: false, reason: "not found" } as const;

/** Adds an item at the end of a checklist. */
export function addItem(ctx: StaffCtx, list: ListOf, form: ItemForm): Promise<ChecklistOutcome> {
  return changeList(ctx, list, { item: form.item, what: "added" }, async (tx, items) => {
    if (items.some(({ id }) => id === form.item)) return { ok: true };
    if (items.length >= ITEM_LIMIT)
      return { ok: false, reason: "too many", message: `A checklist has at most ${ITEM_LIMIT} items.` };
    const sort_order = Math.max(-1, ...items.map((item) => item.sort_order)) + 1;
    await tx
      .insert(checklist_items)
      .values({
        ...{ id: form.item, sort_order, created_at: ctx.now, updated_at: ctx.now },
        ...columnOf(list),
        ...columnsOf(form),
      })
      .onConflictDoNothing();
    return { ok: true };
  });
}

/** `seen`: the key of the item as staff saw it (checklist.ts). */
export function changeItem(
  ctx: StaffCtx,
  list: ListOf,
  { seen, ...form }: ItemForm & { seen: string },
): Promise<ChecklistOutcome> {
  return changeList(ctx, list, { item: form.item, what: "changed" }, async (tx, items) => {
    const item = items.find(({ id }) => id === form.item);
    if (!item) return NOT_FOUND;
    const now = keyOfItem({ ...item, required: item.need === "required" });
    if (seen !== now && keyOfItem(form) !== now) {
      const message = `Someone else changed this item while you were editing: ${item.text}. Save again to keep your changes.`;
      return { ok: false, reason: "changed", message };
    }
    await update(tx, ctx, item.id, columnsOf(form));
    return { ok: true };
  });
}

/** Moves an item one place up or down; the first and the last stay in the list. */
export function moveItem(
  ctx: StaffCtx,
  list: ListOf,
  { item, direction }: { item: string; direction: "up" | "down" },
): Promise<ChecklistOutcome> {
  return changeList(ctx, list, { item, what: "moved" }, async (tx, items) => {
    const from = items.findIndex(({ id }) => id === item);
    if (from < 0) return NOT_FOUND;
    const to = direction === "up" ? from - 1 : from + 1;
    const ordered = items.map(({ id }) => id);
    if (to < 0 || to >= ordered.length) return { ok: true };
    ordered.splice(to, 0, ...ordered.splice(from, 1));
    for (const [sort_order, id] of ordered.entries()) await update(tx, ctx, id, { sort_order });
    return { ok: true };
  });
}

/** Takes an item out of the visits to come. Visits where it was done still show it. */
export function archiveItem(ctx: StaffCtx, list: ListOf, item: string): Promise<ChecklistOutcome> {
  return changeList(ctx, list, { item, what: "archived" }, async (tx, items) => {
    if (!items.some(({ id }) => id === item)) return NOT_FOUND;
    await update(tx, ctx, item, { archived_at: ctx.now });
    return { ok: true };
  });
}

type Row = typeof checklist_items.$inferSelect;

/** Changes a checklist that nobody else changes meanwhile. */
function changeList(
  ctx: StaffCtx,
  list: ListOf,
  details: { item: string; what: "added" | "changed" | "moved" | "archived" },
  change: (tx: Database, items: Row[]) => Promise<ChecklistOutcome>,
): Promise<ChecklistOutcome> {
  return ctx.db.transaction(async (tx) => {
    if (!(await isThere(tx, list))) return NOT_FOUND;
    await lockUntilCommit(tx, `checklist:${list.of}:${list.id}`);
    const outcome = await change(tx, await readRows(tx, list));
    if (!outcome.ok) return outcome;
    await recordAudit(tx, ctx, {
      action: list.of === "service" ? "service.checklist_changed" : "property.checklist_changed",
      entity: list.of === "service" ? "service" : "property",
      entity_id: list.id,
      details,
    });
    return outcome;
  });
}

/** Whether the service or home exists. */
export async function isThere(db: Database, { of, id }: ListOf): Promise<boolean> {
  if (of === "service") return (await db.$count(services, eq(services.id, id))) > 0;
  return isUuid(id) && (await db.$count(properties, eq(properties.id, id))) > 0;
}

/** The items of now, in order. */
export function readRows(db: Database, list: ListOf): Promise<Row[]> {
  const column = list.of === "service" ? checklist_items.service_id : checklist_items.property_id;
  return db
    .select()
    .from(checklist_items)
    .where(and(eq(column, list.id), isNull(checklist_items.archived_at)))
    .orderBy(asc(checklist_items.sort_order), asc(checklist_items.created_at), asc(checklist_items.id));
}

function columnOf({ of, id }: ListOf) {
  return of === "service" ? { service_id: id } : { property_id: id };
}

function columnsOf({ text, text_es, required }: ItemForm) {
  return { text, text_es, need: required ? ("required" as const) : ("optional" as const) };
}

async function update(tx: Database, { now }: StaffCtx, id: string, set: Partial<Row>): Promise<void> {
  await tx
    .update(checklist_items)
    .set({ ...set, updated_at: now })
    .where(eq(checklist_items.id, id));
}
