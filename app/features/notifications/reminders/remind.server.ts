import type { Ctx } from "~/platform/context.server";
import { readDue } from "./queries.server";

/** Queues due reminders. Reads the visits each time, so that nothing scheduled can become outdated. */
export async function remind(ctx: Pick<Ctx, "db" | "now" | "jobs">): Promise<void> {
  for (const { id, starts_at } of await readDue(ctx.db, ctx.now)) {
    await ctx.jobs.enqueue(ctx.db, "reminder-mail", { booking_id: id, starts_at: starts_at.toString() });
  }
}
