import { and, eq, sql } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { HomeNotesForm } from "./forms";

export type EditHomeOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed"; message: string };

/** Changes what crews should know of a customer's home. Refused if it was changed since the form was shown. */
export function editHome(ctx: StaffCtx, home: string, form: HomeNotesForm): Promise<EditHomeOutcome> {
  const { version, ...notes } = form;
  return ctx.db.transaction(async (tx): Promise<EditHomeOutcome> => {
    const allowed = may(ctx.actor.role, "customers.edit") ? undefined : sql`false`;
    const own = and(eq(properties.id, home), allowed);
    const [found] = isUuid(home) ? await tx.select().from(properties).where(own).for("update") : [];
    if (!found) return { ok: false, reason: "not found" };
    if (version !== found.updated_at.toString()) {
      const message = "Somebody else changed this home while you were typing. Compare, then save again.";
      return { ok: false, reason: "changed", message };
    }
    const names = Object.keys(notes) as (keyof typeof notes)[];
    const changed = names.filter((name) => notes[name] !== found[name]);
    if (changed.length === 0) return { ok: true };
    await tx
      .update(properties)
      .set({ ...notes, updated_at: ctx.now })
      .where(eq(properties.id, home));
    const action = "property.notes_changed";
    await recordAudit(tx, ctx, { action, entity: "property", entity_id: home, details: { changed } });
    return { ok: true };
  });
}
