import { z } from "zod";
import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import { remind } from "./remind.server";

const due = z.object({ booking_id: z.uuid(), starts_at: z.string() });

/** Reminders of visits, the day before. */
export function reminderJobs(ctx: () => JobCtx): JobKind[] {
  return [
    { name: "remind", cron: "*/5 * * * *", retryLimit: 0, run: () => remind(ctx()) },
    {
      name: "reminder-mail",
      atOnce: 10,
      run: async (data) => {
        const { booking_id, starts_at } = due.parse(data);
        const { mailReminder } = await import("./mails.server");
        await mailReminder(ctx(), booking_id, Temporal.Instant.from(starts_at));
      },
    },
  ];
}
