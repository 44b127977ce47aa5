import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { import_rows, import_runs, import_templates } from "~/db/schema/imports";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Fields } from "~/platform/request/form.server";
import { fieldNames, type Mapping, recognizeColumns, VENDORS, type Vendor, whyNotMapping } from "./columns";
import { NOTHING_OF_OURS, unknownValues } from "./import";
import { type Answer, answersTo, answersToAll, CLASHES } from "./rules";
import { type Refused, refuse, withRun } from "./run.server";
import { aboutOf, SUBJECT_NAMES } from "./subjects";
import { templateKey } from "./upload.server";

const WAIT = "The dry run is running. Wait until it has ended.";

/**
 * Saves which field each column is, for this import and for the next file with the same headings, and starts the dry run. A
 * mapping can be changed until the import starts. The same twice has no further effect.
 */
export async function saveMapping(
  ctx: StaffCtx,
  { id, fields }: { id: string; fields: Fields },
): Promise<{ ok: true } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    const { subject } = run;
    const { columns } = aboutOf(subject);
    const mapping: Mapping = run.headers.map(
      (_header, place) => fieldNames(columns).find((name) => name === fields[`column_${place}`]) ?? null,
    );
    const vendor: Vendor = Object.hasOwn(VENDORS, fields.vendor ?? "") ? (fields.vendor as Vendor) : "other";
    if (run.state === "checking" && isDeepStrictEqual([mapping, vendor], [run.mapping, run.vendor]))
      return { ok: true };
    if (run.state === "checking") return refuse(WAIT);
    if (run.state !== "mapping" && run.state !== "checked")
      return refuse("This import has started. Its columns stay as they are.");
    const message = whyNotMapping(columns, mapping);
    if (message) return refuse(message);
    const stamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx
      .insert(import_templates)
      .values({ key: templateKey(run.headers), vendor, subject, mapping, ...stamps })
      .onConflictDoUpdate({
        target: import_templates.key,
        set: { vendor, subject, mapping, updated_at: ctx.now },
      });
    await startDryRun(tx, ctx, id, { mapping, vendor });
    return { ok: true };
  });
}

/** Forgets what a dry run found, and starts another one. */
async function startDryRun(
  tx: Database,
  ctx: StaffCtx,
  id: string,
  set: Partial<typeof import_runs.$inferInsert>,
): Promise<void> {
  await tx
    .update(import_runs)
    .set({ ...set, state: "checking", cursor: 0, stripe_line: null, unknown: {}, updated_at: ctx.now })
    .where(eq(import_runs.id, id));
  const nothing = { verdict: null, reason: null, differences: null, answer: null, person_key: null };
  await tx
    .update(import_rows)
    .set({ ...nothing, facts: null, clash: null, crew_id: null, blocked: null, customer_id: null })
    .where(eq(import_rows.run_id, id));
  await ctx.jobs.enqueue(tx, "check-import", { run_id: id });
}

/**
 * Says what values of the file are here, for this import and the next file with the same headings, and starts the dry run
 * again. Values without a choice stay as they are.
 */
export async function chooseValues(
  ctx: StaffCtx,
  { id, fields }: { id: string; fields: Fields },
): Promise<{ ok: true } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    if (run.state === "checking") return refuse(WAIT);
    if (run.state !== "checked") return refuse("This import has started. Its values stay as they are.");
    const choices = structuredClone(run.choices);
    for (const { field, value, name } of unknownValues(run.unknown)) {
      const choice = fields[name] ?? "";
      if (fields[`${name}_value`] !== value || choice === "") continue;
      choices[field] = { ...choices[field], [value]: choice === NOTHING_OF_OURS ? "" : choice };
    }
    const key = templateKey(run.headers);
    await tx
      .update(import_templates)
      .set({ choices, updated_at: ctx.now })
      .where(eq(import_templates.key, key));
    await startDryRun(tx, ctx, id, { choices });
    return { ok: true };
  });
}

/** Says what the rows of an import are about. Its columns are recognized anew. */
export async function chooseSubject(
  ctx: StaffCtx,
  { id, subject }: { id: string; subject: string | undefined },
): Promise<{ ok: true } | Refused> {
  const chosen = SUBJECT_NAMES.find((name) => name === subject);
  if (!chosen) return refuse("Choose what the rows are about.");
  return withRun(ctx, id, async (tx, run) => {
    if (run.state === "checking") return refuse(WAIT);
    if (run.state !== "mapping" && run.state !== "checked")
      return refuse("This import has started. What it is about stays as it is.");
    const mapping = recognizeColumns(aboutOf(chosen).columns, run.headers);
    await tx
      .update(import_runs)
      .set({ subject: chosen, mapping, state: "mapping", updated_at: ctx.now })
      .where(eq(import_runs.id, id));
    return { ok: true };
  });
}

/** Answers a conflict or a clash, or with `all` those that are not answered yet and can be answered so. */
export async function answerConflicts(
  ctx: StaffCtx,
  { id, line, answer }: { id: string; line: number | "all"; answer: Answer },
): Promise<{ ok: true; count: number } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    if (!["checked", "cancelled"].includes(run.state))
      return refuse("Conflicts can be answered between the dry run and the import.");
    const which = line === "all" ? sql`${import_rows.answer} is null` : eq(import_rows.line, line);
    const answered = await tx
      .update(import_rows)
      .set({ answer })
      .where(
        and(
          eq(import_rows.run_id, id),
          eq(import_rows.verdict, "conflict"),
          canBeAnswered(answer, line === "all" ? answersToAll : answersTo),
          sql`${import_rows.done_at} is null`,
          which,
        ),
      )
      .returning({ line: import_rows.line });
    return { ok: true, count: answered.length };
  });
}

/** Rows whose clash, or whose conflict without one, has this answer. */
function canBeAnswered(answer: Answer, answersOf: typeof answersTo): SQL {
  const clashes = CLASHES.filter((clash) => answersOf(clash).includes(answer));
  const without = answersOf(null).includes(answer) ? sql`${import_rows.clash} is null` : sql`false`;
  return sql`(${without} or ${import_rows.clash} = any (${sql.param(clashes)}::text[]))`;
}

/** Removes an import that was never started, with its rows. Twice has no further effect. */
export async function removeImport(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  const outcome = await withRun(ctx, id, async (tx, { state }) => {
    if (!["mapping", "checking", "checked"].includes(state))
      return refuse("This import has started. Undo it instead.");
    await tx.delete(import_runs).where(eq(import_runs.id, id));
    await recordAudit(tx, ctx, { action: "import.removed", entity: "import", entity_id: id });
    return { ok: true as const };
  });
  return !outcome.ok && outcome.reason === "not found" ? { ok: true } : outcome;
}

/** Lets emails go out to the customers that an import added, or stops them again. */
export async function switchMails(
  ctx: StaffCtx,
  { id, on }: { id: string; on: boolean },
): Promise<{ ok: true } | Refused> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(import_runs)
      .set({ mails_open_at: on ? ctx.now : null, updated_at: ctx.now })
      .where(
        and(eq(import_runs.id, id), inArray(import_runs.state, ["committing", "cancelled", "committed"])),
      )
      .returning({ id: import_runs.id });
    if (changed.length === 0) return { ok: false, reason: "not found" };
    const action = on ? "import.mails_on" : "import.mails_off";
    await recordAudit(tx, ctx, { action, entity: "import", entity_id: id });
    return { ok: true };
  });
}
