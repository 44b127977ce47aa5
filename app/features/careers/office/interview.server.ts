import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { interviews } from "~/db/schema/office";
import { readCompany } from "~/features/operations/settings/queries.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { instantOf } from "./forms";
import { lockApplication } from "./status.server";

type Input = {
  application_id: string;
  date: string;
  time: string;
  minutes: number;
  place: string;
  message?: string;
};

export type InterviewOutcome =
  | { ok: true; moved: boolean }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "past"; message: string };

/**
 * Schedules or changes an interview. It keeps its calendar entry, and its email is sent again. Repeating the same data has no
 * effect. A new application becomes reviewed.
 */
export async function scheduleInterview(ctx: StaffCtx, input: Input): Promise<InterviewOutcome> {
  const { application_id, date, time, minutes, place, message = "" } = input;
  if (!isUuid(application_id)) return { ok: false, reason: "not found" };
  const { timezone } = await readCompany(ctx);
  const starts_at = instantOf(date, time, timezone);
  return ctx.db.transaction(async (tx): Promise<InterviewOutcome> => {
    const application = await lockApplication(tx, application_id);
    if (!application) return { ok: false, reason: "not found" };
    const before = await readInterview(tx, application_id);
    const moved = before !== undefined && before.cancelled_at === null;
    if (moved && isSame(before, { starts_at, minutes, place, message })) return { ok: true, moved };
    if (Temporal.Instant.compare(starts_at, ctx.now) <= 0)
      return { ok: false, reason: "past", message: "Please choose a time in the future" };
    const change = { starts_at, minutes, place, message, cancelled_at: null, updated_at: ctx.now };
    const sequence = before ? before.sequence + 1 : 0;
    const [stored] = await tx
      .insert(interviews)
      .values({ ...change, application_id, sequence, created_at: ctx.now })
      .onConflictDoUpdate({ target: interviews.application_id, set: { ...change, sequence } })
      .returning({ id: interviews.id });
    if (application.status === "new") {
      await tx
        .update(job_applications)
        .set({ status: "reviewed", updated_at: ctx.now })
        .where(eq(job_applications.id, application_id));
    }
    await recordAudit(tx, ctx, {
      action: moved ? "application.interview_moved" : "application.interview_scheduled",
      entity: "job_application",
      entity_id: application_id,
      details: {
        ...(moved && { before: formatInterview(before, timezone) }),
        after: formatInterview({ starts_at, minutes }, timezone),
      },
    });
    await ctx.jobs.enqueue(tx, "interview-mail", { interview_id: stored?.id, sequence });
    return { ok: true, moved };
  });
}

/** Cancels a future interview. An email removes it from the applicant's calendar. */
export async function cancelInterview(
  ctx: StaffCtx,
  application_id: string,
): Promise<{ ok: true } | { ok: false; reason: "not found" }> {
  if (!isUuid(application_id)) return { ok: false, reason: "not found" };
  const { timezone } = await readCompany(ctx);
  return ctx.db.transaction(async (tx) => {
    const application = await lockApplication(tx, application_id);
    const before = application && (await readInterview(tx, application_id));
    if (!before) return { ok: false, reason: "not found" };
    if (before.cancelled_at !== null || Temporal.Instant.compare(before.starts_at, ctx.now) <= 0)
      return { ok: true };
    const sequence = before.sequence + 1;
    await tx
      .update(interviews)
      .set({ cancelled_at: ctx.now, sequence, updated_at: ctx.now })
      .where(eq(interviews.id, before.id));
    await recordAudit(tx, ctx, {
      action: "application.interview_cancelled",
      entity: "job_application",
      entity_id: application_id,
      details: { before: formatInterview(before, timezone) },
    });
    await ctx.jobs.enqueue(tx, "interview-mail", { interview_id: before.id, sequence });
    return { ok: true };
  });
}

async function readInterview(tx: Database, application_id: string) {
  const [found] = await tx.select().from(interviews).where(eq(interviews.application_id, application_id));
  return found;
}

type InterviewPlan = Pick<typeof interviews.$inferSelect, "starts_at" | "minutes" | "place" | "message">;

function isSame(before: InterviewPlan, other: InterviewPlan): boolean {
  const { starts_at, minutes, place, message } = other;
  return (
    before.starts_at.equals(starts_at) &&
    before.minutes === minutes &&
    before.place === place &&
    before.message === message
  );
}

function formatInterview({ starts_at, minutes }: Pick<InterviewPlan, "starts_at" | "minutes">, zone: string) {
  const local = starts_at.toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: "minute" });
  return { date: local.toPlainDate().toString(), time, minutes };
}
