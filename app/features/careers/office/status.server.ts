import { and, eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { staff_notes } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { submissionId } from "~/platform/request/spam.server";
import type { ApplicationStatus } from "./list";

export type StatusOutcome = { ok: true; before: ApplicationStatus } | { ok: false; reason: "not found" };

/** Sets the status of an application. Returns the previous one. */
export async function setApplicationStatus(
  ctx: StaffCtx,
  { id, status }: { id: string; status: ApplicationStatus },
): Promise<StatusOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<StatusOutcome> => {
    const application = await lockApplication(tx, id);
    if (!application) return { ok: false, reason: "not found" };
    const before = application.status;
    if (before === status) return { ok: true, before };
    await tx.update(job_applications).set({ status, updated_at: ctx.now }).where(eq(job_applications.id, id));
    await recordAudit(tx, ctx, {
      action: "application.status_changed",
      entity: "job_application",
      entity_id: id,
      details: { before: { status: before }, after: { status } },
    });
    return { ok: true, before };
  });
}

/** Adds a note about an applicant. `form_id` is the form's id; sending twice with it adds one note. */
export async function addApplicationNote(
  ctx: StaffCtx,
  { application_id, body, form_id }: { application_id: string; body: string; form_id: string },
): Promise<boolean> {
  if (!isUuid(application_id)) return false;
  return ctx.db.transaction(async (tx) => {
    if (!(await lockApplication(tx, application_id))) return false;
    const id = submissionId(form_id, { application_id, body });
    const author_id = ctx.actor.id;
    const added = await tx
      .insert(staff_notes)
      .values({ id, application_id, author_id, body, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing({ target: staff_notes.id })
      .returning({ id: staff_notes.id });
    if (added.length > 0) await recordAudit(tx, ctx, entry("application.note_added", application_id, id));
    return true;
  });
}

/** Deletes a note. Returns its text. */
export async function removeApplicationNote(
  ctx: StaffCtx,
  { application_id, id }: { application_id: string; id: string },
): Promise<string | null> {
  if (!isUuid(application_id) || !isUuid(id)) return null;
  return ctx.db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(staff_notes)
      .where(and(eq(staff_notes.id, id), eq(staff_notes.application_id, application_id)))
      .returning({ body: staff_notes.body });
    if (!deleted) return null;
    await recordAudit(tx, ctx, entry("application.note_removed", application_id, id));
    return deleted.body;
  });
}

function entry(action: string, entity_id: string, note: string) {
  return { action, entity: "job_application", entity_id, details: { note } };
}

/** Reads the application and locks its row until the transaction ends. */
export async function lockApplication(tx: Database, id: string) {
  const [found] = await tx
    .select({ id: job_applications.id, status: job_applications.status })
    .from(job_applications)
    .where(eq(job_applications.id, id))
    .for("update");
  return found;
}
