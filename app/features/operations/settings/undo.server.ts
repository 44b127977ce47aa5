import { eq, or } from "drizzle-orm";
import { sessions } from "~/db/schema/accounts";
import { admin_settings, type StoredSetting, settings_undos } from "~/db/schema/settings";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { readOwners } from "~/platform/auth/actor.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { whereIs } from "./secrets.server";
import { storeSetting } from "./store.server";
import { UNDO_HOURS, type UndoState, undoState, undoSubject } from "./undo";

/** What an undo brings back, by what changed. */
const PARTS = {
  "mail server": ["smtp_host", "smtp_port", "smtp_user", "smtp_pass", "from_email"].map(
    (key) => `email.${key}`,
  ),
  "contact address": ["general.contact_email"],
} as const;

type Part = keyof typeof PARTS;

/** The settings of a part as they are stored now. Read it before the change, in its transaction. */
export async function readPart(tx: Database, part: Part): Promise<StoredSetting[]> {
  const rows = await tx
    .select()
    .from(admin_settings)
    .where(or(...PARTS[part].map(whereIs)));
  return PARTS[part].map((name) => {
    const [category = "", key = ""] = name.split(".");
    const row = rows.find((one) => one.category === category && one.key === key);
    return { category, key, value: row?.value ?? null };
  });
}

/**
 * Keeps what a part of the settings was, and tells of the change: the owners for a mail server, over the old one; the old address
 * for a contact address. Their link undoes it for 72 hours. Does nothing if nothing changed.
 */
export async function keepUndo(
  tx: Database,
  ctx: StaffCtx,
  part: Part,
  before: StoredSetting[],
): Promise<void> {
  const after = await readPart(tx, part);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const [undo] = await tx
    .insert(settings_undos)
    .values({
      part,
      before,
      changed_by: ctx.actor.id,
      created_at: ctx.now,
      expires_at: ctx.now.add({ hours: UNDO_HOURS }),
    })
    .returning({ id: settings_undos.id });
  if (!undo) throw new Error("The undo was not stored");
  const told: { user_id?: string }[] =
    part === "mail server" ? (await readOwners(tx)).map((user_id) => ({ user_id })) : [{}];
  for (const whom of told) await ctx.jobs.enqueue(tx, "settings-change-mail", { undo_id: undo.id, ...whom });
}

/** Where the undo of a signed link stands; null for a wrong link. */
export async function readUndo(
  ctx: Pick<Ctx, "db" | "links" | "now">,
  { id, key }: { id: string; key: string },
): Promise<{ part: Part; state: UndoState } | null> {
  if (!isUuid(id) || !ctx.links.isSigned(undoSubject(id), key)) return null;
  const [undo] = await ctx.db.select().from(settings_undos).where(eq(settings_undos.id, id));
  return undo ? { part: undo.part, state: undoState(undo, ctx.now) } : null;
}

/**
 * Puts the settings back for the holder of a signed link, and ends all sessions of whoever changed them: one of these may be
 * stolen. A second time has no further effect. Null for a wrong link.
 */
export async function undoSettings(
  ctx: Ctx,
  link: { id: string; key: string },
): Promise<{ part: Part; state: UndoState } | null> {
  const found = await readUndo(ctx, link);
  if (found?.state !== "open") return found;
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const [undo] = await tx.select().from(settings_undos).where(eq(settings_undos.id, link.id)).for("update");
    if (!undo || undoState(undo, ctx.now) !== "open")
      return undo ? { ...found, state: undoState(undo, ctx.now) } : null;
    for (const { category, key, value } of undo.before) {
      if (value === null) await tx.delete(admin_settings).where(whereIs(`${category}.${key}`));
      else await storeSetting(tx, ctx, { category, key, value });
    }
    await tx.update(settings_undos).set({ undone_at: ctx.now }).where(eq(settings_undos.id, undo.id));
    const ended = undo.changed_by
      ? await tx.delete(sessions).where(eq(sessions.userId, undo.changed_by)).returning({ id: sessions.id })
      : [];
    await recordAudit(tx, ctx, {
      action: "settings.undone",
      entity: "settings",
      entity_id: undo.part === "mail server" ? "email" : "general",
      details: { part: undo.part, sessions_ended: ended.length },
    });
    return { ...found, state: "undone" as const };
  });
}
