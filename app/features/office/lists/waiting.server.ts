import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { contact_messages } from "~/db/schema/messages";
import type { AdminCtx } from "~/platform/context.server";

/** How many messages wait for an answer, read or not: those of status 'new', which the dashboard calls pending (spec section 7). */
export function countPendingMessages({ db }: Pick<AdminCtx, "db">): Promise<number> {
  return db.$count(contact_messages, eq(contact_messages.status, "new"));
}

/** How many new things wait, by the page they are found on; nothing when it can't be read. */
export async function readWaiting(ctx: AdminCtx): Promise<Record<string, number>> {
  try {
    const [messages, applications] = await Promise.all([
      countPendingMessages(ctx),
      ctx.db.$count(job_applications, eq(job_applications.status, "new")),
    ]);
    return { "/admin/messages": messages, "/admin/applications": applications };
  } catch (err) {
    ctx.log.error({ err }, "what waits in the office could not be counted");
    return {};
  }
}
