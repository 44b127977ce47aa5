import type { Ctx } from "~/platform/context.server";
import { readDue } from "./queries.server";

/** Queues a reminder for each visit that is due one. Which visits those are is asked anew every time, so no plan can go stale. */
export async function remind(ctx: Pick<Ctx, "db" | "now" | "jobs">): Promise<void> {
  for (const { id, starts_at } of await readDue(ctx.db, ctx.now)) {
    await ctx.jobs.enqueue(ctx.db, "reminder-mail", { booking_id: id, starts_at: starts_at.toString() });
  }
}
