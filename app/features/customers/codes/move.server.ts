import { randomUUID } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { properties } from "~/db/schema/customers";
import { entry_code_dismissals } from "~/db/schema/entry-codes";
import { plans } from "~/db/schema/plans";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { findCodes, takeOut } from "./codes";
import { type FoundForm, LIMITS } from "./forms";
import { type By, isOfHome, lockHome, openHome } from "./home.server";
import { storeCode } from "./save.server";

export type MoveOutcome =
  | { ok: true; home: string; notes: number }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed" | "no home" | "too many"; message: string };

const CHANGED = "The note was changed meanwhile. Please look again.";

/**
 * Seals a code that a note holds, and takes its words out of all notes about the home: its own, and those of its plans and bookings.
 * A home that is not saved yet is made from the booking's address.
 */
export function moveCode(ctx: UserCtx, { by, ...found }: FoundForm & { by: By }): Promise<MoveOutcome> {
  return ctx.db.transaction(async (tx): Promise<MoveOutcome> => {
    const text = await readNote(tx, ctx, { by, ...found });
    if (text === undefined) return { ok: false, reason: "not found" };
    const code = findCodes(text ?? "").find(({ words }) => words === found.words);
    if (!code) return { ok: false, reason: "changed", message: CHANGED };
    const home = await homeOfNote(tx, ctx, { by, ...found });
    if (!home) {
      const message =
        "This booking has no customer or address yet, so there is no home to keep the code with.";
      return { ok: false, reason: "no home", message };
    }
    const { kind, value } = code;
    const label = code.label.slice(0, LIMITS.label);
    const stored = await storeCode(tx, ctx, { home, code_id: randomUUID(), kind, label, value });
    if (!stored.ok) return stored;
    const notes = await takeFromNotes(tx, ctx, home, found.words);
    const details = { kind, notes };
    await recordAudit(tx, ctx, {
      action: "property.code_moved",
      entity: "property",
      entity_id: home,
      details,
    });
    return { ok: true, home, notes };
  });
}

/**
 * Remembers that these words of a note, and of the same notes of its customer, are no code: they are offered no more, and crews
 * read them.
 */
export function dismissCode(
  ctx: UserCtx,
  { by, ...found }: FoundForm & { by: By },
): Promise<{ ok: true } | { ok: false; reason: "not found" }> {
  return ctx.db.transaction(async (tx) => {
    const text = await readNote(tx, ctx, { by, ...found });
    if (!text || !findCodes(text).some(({ words }) => words === found.words))
      return { ok: false, reason: "not found" };
    const column = ({ home: "property_id", plan: "plan_id", booking: "booking_id" } as const)[found.source];
    const ids = found.source === "home" ? [found.id] : await readSame(tx, { ...found, source: found.source });
    const said = { words: found.words, author_id: ctx.actor.id, created_at: ctx.now };
    await tx
      .insert(entry_code_dismissals)
      .values(ids.map((id) => ({ [column]: id, ...said })))
      .onConflictDoNothing();
    const entity = found.source === "home" ? "property" : found.source;
    await recordAudit(tx, ctx, { action: `${entity}.code_dismissed`, entity, entity_id: found.id });
    return { ok: true };
  });
}

/** The plan or booking, and others of its customer with the same notes. */
async function readSame(
  tx: Database,
  { source, id }: { source: "plan" | "booking"; id: string },
): Promise<string[]> {
  const table = source === "plan" ? plans : bookings;
  const one = alias(table, "one");
  const same = and(eq(table.notes, one.notes), eq(table.customer_id, one.customer_id));
  const rows = await tx
    .select({ id: table.id })
    .from(one)
    .innerJoin(table, or(eq(table.id, one.id), same))
    .where(eq(one.id, id));
  return rows.map((row) => row.id);
}

/** Where a home can hold a code. */
const HOME_TEXTS = ["special_instructions", "pets", "parking"] as const;

type Note = FoundForm & { by: By };

/** The text of a note, locked until the transaction ends; undefined if it is not the actor's to touch. */
async function readNote(
  tx: Database,
  ctx: UserCtx,
  { source, id, by }: Note,
): Promise<string | null | undefined> {
  if (source === "home") {
    const home = await lockHome(tx, ctx, { home: id, by });
    return home && HOME_TEXTS.map((name) => home[name] ?? "").join("\n"); // no code goes over a line
  }
  const whose = (user: AnyPgColumn) =>
    by === "customer" ? eq(user, ctx.actor.id) : may(ctx.actor.role, "codes.edit") ? undefined : sql`false`;
  const lockPlan = async (plan: string) => {
    const own = and(eq(plans.id, plan), whose(plans.user_id));
    return (await tx.select({ notes: plans.notes }).from(plans).where(own).for("no key update"))[0];
  };
  if (source === "plan") return (await lockPlan(id))?.notes;
  const own = and(eq(bookings.id, id), whose(bookings.user_id));
  const [visit] = await tx.select({ plan_id: bookings.plan_id }).from(bookings).where(own);
  if (visit?.plan_id) await lockPlan(visit.plan_id); // before its visits, as every verb about a plan takes them
  const [row] = await tx.select({ notes: bookings.notes }).from(bookings).where(own).for("no key update");
  return row?.notes;
}

async function homeOfNote(tx: Database, ctx: UserCtx, { source, id, by }: Note): Promise<string | null> {
  if (source === "home") return id;
  return openHome(tx, ctx, { table: source === "plan" ? plans : bookings, id, by });
}

/** Takes the words out of every note about a home; returns of how many. */
async function takeFromNotes(tx: Database, { now }: UserCtx, id: string, words: string): Promise<number> {
  const [home] = await tx.select().from(properties).where(eq(properties.id, id));
  if (!home) return 0;
  let changed = 0;
  const holds = (text: string | null) => findCodes(text ?? "").some((code) => code.words === words);
  for (const name of HOME_TEXTS.filter((one) => holds(home[one]))) {
    const rest = { [name]: takeOut(home[name] ?? "", words), updated_at: now };
    await tx.update(properties).set(rest).where(eq(properties.id, id));
    changed += 1;
  }
  for (const table of [plans, bookings]) {
    const having = and(isOfHome(table, home), sql`strpos(${table.notes}, ${words}) > 0`);
    const texts = await tx.selectDistinct({ notes: table.notes }).from(table).where(having);
    for (const { notes } of texts.filter((row) => holds(row.notes))) {
      const rest = takeOut(notes ?? "", words);
      const done = await tx
        .update(table)
        .set({ notes: rest, updated_at: now })
        .where(and(isOfHome(table, home), eq(table.notes, notes ?? "")))
        .returning({ id: table.id });
      changed += done.length;
    }
  }
  return changed;
}
