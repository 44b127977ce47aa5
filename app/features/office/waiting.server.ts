import { and, eq, isNull } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { contact_messages } from "~/db/schema/messages";
import type { AdminCtx } from "~/platform/context.server";

/** How many new things wait, by the page they are found on; nothing when it can't be read. */
export async function readWaiting({ db, log }: AdminCtx): Promise<Record<string, number>> {
  try {
    const [messages, applications] = await Promise.all([
      db.$count(contact_messages, and(eq(contact_messages.status, "new"), isNull(contact_messages.read_at))),
      db.$count(job_applications, eq(job_applications.status, "new")),
    ]);
    return { "/admin/messages": messages, "/admin/applications": applications };
  } catch (err) {
    log.error({ err }, "what waits in the office could not be counted");
    return {};
  }
}
