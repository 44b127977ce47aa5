import { and, eq } from "drizzle-orm";
import { staff_notes } from "~/db/schema/office";
import { lockApplication } from "~/features/careers/lock-application.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { submissionId } from "~/platform/spam.server";

/** Writes a note about an applicant. `form_id` is of the form as it was shown: sent twice, it is one note. */
export async function addApplicationNote(
  ctx: AdminCtx,
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

/** Takes a note away; answers what it said. */
export async function removeApplicationNote(
  ctx: AdminCtx,
  { application_id, id }: { application_id: string; id: string },
): Promise<string | null> {
  if (!isUuid(application_id) || !isUuid(id)) return null;
  return ctx.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(staff_notes)
      .where(and(eq(staff_notes.id, id), eq(staff_notes.application_id, application_id)))
      .returning({ body: staff_notes.body });
    if (!gone) return null;
    await recordAudit(tx, ctx, entry("application.note_removed", application_id, id));
    return gone.body;
  });
}

function entry(action: string, entity_id: string, note: string) {
  return { action, entity: "job_application", entity_id, details: { note } };
}
