import { and, inArray, lt, ne } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { mails } from "~/db/schema/mail";
import type { Ctx } from "~/platform/context.server";

/** As the privacy policy says (content/privacy.md, section 10). */
const KEPT_DAYS = 365;

/** Takes away applications of more than a year ago, with the mails about them; those of people who were hired stay. */
export async function forgetOldApplications({ db, now, jobs }: Pick<Ctx, "db" | "now" | "jobs">) {
  await db.transaction(async (tx) => {
    const old = await tx
      .delete(job_applications)
      .where(
        and(
          lt(job_applications.created_at, now.subtract({ hours: 24 * KEPT_DAYS })),
          ne(job_applications.status, "hired"),
        ),
      )
      .returning({ id: job_applications.id });
    if (old.length === 0) return;
    const occasions = old.flatMap(({ id }) => [`application:${id}`, `application-acknowledged:${id}`]);
    const gone = await tx.delete(mails).where(inArray(mails.occasion, occasions)).returning({ id: mails.id });
    if (gone.length > 0) await jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
  });
}
