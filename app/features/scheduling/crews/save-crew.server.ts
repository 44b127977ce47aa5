import { and, eq, max, ne, sql } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database.server";
import { type CrewForm, keyOf } from "./forms";

export type SaveCrewOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: "not found" | "name taken" | "changed"; message: string };

/** A new crew, at the end of the list; it can be sent out at once. */
export function addCrew(ctx: AdminCtx, { name, email }: CrewForm): Promise<SaveCrewOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveCrewOutcome> => {
    await lockCrews(tx);
    if (await isTaken(tx, name)) return nameTaken(name);
    const [last] = await tx.select({ place: max(crews.sort_order) }).from(crews);
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const [crew] = await tx
      .insert(crews)
      .values({ ...dated, name, email: email || null, sort_order: (last?.place ?? 0) + 1 })
      .returning({ id: crews.id });
    if (!crew) throw new Error("The crew was not stored.");
    const { id } = crew;
    await recordAudit(tx, ctx, {
      action: "crew.added",
      entity: "crew",
      entity_id: id,
      details: { before: null, after: { name } },
    });
    return { ok: true, id };
  });
}

/**
 * Another name or mail address. `seen`: the key of both as staff saw them, to refuse what would undo what somebody else has
 * changed meanwhile.
 */
export function updateCrew(
  ctx: AdminCtx,
  { id, name, email, seen }: CrewForm & { id: string; seen?: string },
): Promise<SaveCrewOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveCrewOutcome> => {
    await lockCrews(tx);
    const [crew] = isUuid(id) ? await tx.select().from(crews).where(eq(crews.id, id)).for("update") : [];
    if (!crew) return { ok: false, reason: "not found", message: "This crew no longer exists." };
    const now = keyOf(crew);
    if (seen !== undefined && seen !== now && keyOf({ name, email }) !== now) return changedTo(crew);
    if (await isTaken(tx, name, id)) return nameTaken(name);
    await tx
      .update(crews)
      .set({ name, email: email || null, updated_at: ctx.now })
      .where(eq(crews.id, id));
    await recordAudit(tx, ctx, {
      action: "crew.updated",
      entity: "crew",
      entity_id: id,
      details: {
        before: { name: crew.name },
        after: { name },
        email_changed: (crew.email ?? "") !== email,
      },
    });
    return { ok: true, id };
  });
}

/** Lets changes of the list of crews in one by one. */
export function lockCrews(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "crews");
}

async function isTaken(tx: Database, name: string, id?: string): Promise<boolean> {
  const same = sql`lower(${crews.name}) = ${name.toLowerCase()}`;
  const found = await tx
    .select({ id: crews.id })
    .from(crews)
    .where(and(same, id ? ne(crews.id, id) : undefined));
  return found.length > 0;
}

function changedTo({ name, email }: { name: string; email: string | null }) {
  const theirs = [name, email].filter(Boolean).join(", ");
  const message = `Someone else changed this crew while you were editing: ${theirs}. Save again to keep your changes.`;
  return { ok: false, reason: "changed", message } as const;
}

function nameTaken(name: string) {
  return { ok: false, reason: "name taken", message: `There's already a crew called ${name}.` } as const;
}
