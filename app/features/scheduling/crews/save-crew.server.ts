import { and, asc, eq, max, ne, sql } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { type CrewForm, hoursKey, keyOf, type TimeOffForm } from "./forms";
import { formatWeek, type Shift } from "./week";

export type SaveCrewOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: "not found" | "name taken" | "changed"; message: string };

/** A new crew, at the end of the list; it can be sent out at once. */
export function addCrew(ctx: StaffCtx, { name, email }: CrewForm): Promise<SaveCrewOutcome> {
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

/** Changes a crew's name or email address. `seen`: the version that staff saw; refused if it has changed. */
export function updateCrew(
  ctx: StaffCtx,
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

/** Locks the list of crews. */
function lockCrews(tx: Database): Promise<void> {
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

/**
 * Puts a crew at a place of every list, 1 for the first; of crews with equal work the first is sent. Asked twice is done
 * once. False: there is no such crew.
 */
export function orderCrew(ctx: StaffCtx, { id, place }: { id: string; place: number }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockCrews(tx);
    const found = await tx
      .select({ id: crews.id, place: crews.sort_order })
      .from(crews)
      .orderBy(asc(crews.sort_order), asc(crews.name));
    const from = found.findIndex((crew) => crew.id === id);
    if (from === -1) return false;
    const to = Math.min(Math.max(place, 1), found.length) - 1;
    if (to === from) return true;
    const ordered = found.toSpliced(from, 1).toSpliced(to, 0, ...found.slice(from, from + 1));
    for (const [index, crew] of ordered.entries()) {
      if (crew.place === index + 1) continue;
      await tx
        .update(crews)
        .set({ sort_order: index + 1, updated_at: ctx.now })
        .where(eq(crews.id, crew.id));
    }
    await recordAudit(tx, ctx, {
      action: "crew.ordered",
      entity: "crew",
      entity_id: id,
      details: { before: { place: from + 1 }, after: { place: to + 1 } },
    });
    return true;
  });
}

export type HoursOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed"; message: string };

/**
 * Gives a crew its hours; none means whenever the company works. Booked visits stay. `seen`: the key of its hours as staff
 * saw them, to refuse what would undo what somebody else has changed meanwhile.
 */
export function setCrewHours(
  ctx: StaffCtx,
  { crew_id, shifts, seen }: { crew_id: string; shifts: Shift[]; seen?: string },
): Promise<HoursOutcome> {
  return ctx.db.transaction(async (tx): Promise<HoursOutcome> => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("update")
      : [];
    if (!crew) return { ok: false, reason: "not found" };
    const before = await tx
      .select({ weekday: crew_hours.weekday, starts: crew_hours.starts, ends: crew_hours.ends })
      .from(crew_hours)
      .where(eq(crew_hours.crew_id, crew_id))
      .orderBy(asc(crew_hours.weekday));
    if (seen !== undefined && seen !== hoursKey(before) && hoursKey(shifts) !== hoursKey(before)) {
      const message = `Someone else changed the hours while you were editing: ${formatWeek(before)}. Save again to keep yours.`;
      return { ok: false, reason: "changed", message };
    }
    await tx.delete(crew_hours).where(eq(crew_hours.crew_id, crew_id));
    if (shifts.length > 0) await tx.insert(crew_hours).values(shifts.map((shift) => ({ crew_id, ...shift })));
    await recordAudit(tx, ctx, {
      action: "crew.hours_set",
      entity: "crew",
      entity_id: crew_id,
      details: { before, after: shifts },
    });
    return { ok: true };
  });
}

/** Adds days off. Booked visits stay until they are moved; the same id twice adds once. False: there is no such crew. */
export function addTimeOff(ctx: StaffCtx, { crew_id, id, ...form }: TimeOffForm & { crew_id: string }) {
  return ctx.db.transaction(async (tx) => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("update")
      : [];
    if (!crew) return false;
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const days = { first_day: form.first_day, last_day: form.last_day || form.first_day };
    const added = await tx
      .insert(crew_time_off)
      .values({ ...dated, id, crew_id, ...days, reason: form.reason || null })
      .onConflictDoNothing()
      .returning({ id: crew_time_off.id });
    if (added.length === 0) return true;
    await recordAudit(tx, ctx, {
      action: "crew.time_off_added",
      entity: "crew",
      entity_id: crew_id,
      details: { before: null, after: days },
    });
    return true;
  });
}

/** Answers what it was; null when it is gone already. */
export function removeTimeOff(
  ctx: StaffCtx,
  { crew_id, id }: { crew_id: string; id: string },
): Promise<(TimeOffForm & { id: string }) | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(crew_id) || !isUuid(id)) return null;
    const [gone] = await tx
      .delete(crew_time_off)
      .where(and(eq(crew_time_off.id, id), eq(crew_time_off.crew_id, crew_id)))
      .returning();
    if (!gone) return null;
    const days = { first_day: gone.first_day, last_day: gone.last_day };
    await recordAudit(tx, ctx, {
      action: "crew.time_off_removed",
      entity: "crew",
      entity_id: crew_id,
      details: { before: days, after: null },
    });
    return { id, ...days, reason: gone.reason ?? "" };
  });
}
