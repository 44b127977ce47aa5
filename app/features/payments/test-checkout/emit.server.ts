import { test_checkout_events as events } from "~/db/schema/test-checkout";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Notes that something has happened; the application hears of it through a signed event. */
export async function emit(tx: Database, ctx: Pick<Ctx, "jobs" | "now">, object_id: string, type: string) {
  const [event] = await tx
    .insert(events)
    .values({ object_id, type, created_at: ctx.now })
    .returning({ id: events.id });
  if (event) await ctx.jobs.enqueue(tx, "test-checkout-event", { event_id: event.id });
}
