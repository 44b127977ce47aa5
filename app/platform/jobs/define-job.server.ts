import type { z } from "zod";
import type { JobCtx } from "~/platform/runtime.server";
import type { JobKind } from "./jobs.server";

export type JobOptions = Omit<JobKind, "name" | "run">;

/** Background work that the system does. */
export type Job = JobOptions & { name: string; run: (ctx: JobCtx, data: unknown) => Promise<unknown> };

/** Work that is queued with `input`; retried for about a day unless told otherwise. */
export function defineJob<Input>(
  name: string,
  input: z.ZodType<Input>,
  run: (ctx: JobCtx, input: Input) => Promise<unknown>,
  options: JobOptions = {},
): Job {
  return { name, run: (ctx, data) => run(ctx, input.parse(data)), ...options };
}

/** The jobs as the queues take them. `ctx` is asked anew for each. */
export function bindJobs(jobs: Job[], ctx: () => JobCtx): JobKind[] {
  return jobs.map(({ run, ...job }) => ({
    ...job,
    run: async (data) => {
      await run(ctx(), data);
    },
  }));
}
