import { and, eq } from "drizzle-orm";
import { customers } from "~/db/schema/customers";
import { staff_notes } from "~/db/schema/office";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

type Missing = { ok: false; reason: "missing" };

/** Adds a staff note about a customer, who never sees it. An id that exists has no further effect. */
export function addCustomerNote(
  ctx: StaffCtx,
  { customer_id, body, note_id }: { customer_id: string; body: string; note_id?: string },
): Promise<{ ok: true } | Missing> {
  return ctx.db.transaction(async (tx) => {
    const [customer] = await tx
      .select({ user_id: customers.user_id })
      .from(customers)
      .where(eq(customers.id, customer_id))
      .for("key share");
    if (!customer) return { ok: false, reason: "missing" };
    const author_id = ctx.actor.id;
    const { user_id } = customer;
    const written = {
      id: note_id,
      customer_id,
      user_id,
      body,
      author_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    };
    const [note] = await tx
      .insert(staff_notes)
      .values(written)
      .onConflictDoNothing({ target: staff_notes.id })
      .returning({ id: staff_notes.id });
    if (!note) return { ok: true };
    await recordAudit(tx, ctx, {
      action: "customer.note_added",
      entity: "customer",
      entity_id: customer_id,
      details: { note: note.id },
    });
    return { ok: true };
  });
}

export function removeCustomerNote(
  ctx: StaffCtx,
  { customer_id, note_id }: { customer_id: string; note_id: string },
): Promise<{ ok: true } | Missing> {
  return ctx.db.transaction(async (tx) => {
    const gone = await tx
      .delete(staff_notes)
      .where(and(eq(staff_notes.id, note_id), eq(staff_notes.customer_id, customer_id)))
      .returning({ id: staff_notes.id });
    if (gone.length === 0) return { ok: false, reason: "missing" };
    await recordAudit(tx, ctx, {
      action: "customer.note_removed",
      entity: "customer",
      entity_id: customer_id,
      details: { note: note_id },
    });
    return { ok: true };
  });
}
