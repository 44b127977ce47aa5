import { z } from "zod";
import { FREQUENCIES } from "~/features/catalog/frequency";
import { inputsOf, inputsQuery } from "~/features/integrations/api/schemas";
import { previewPlan } from "~/features/plans/subscribe/preview.server";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { cleanLine, orList } from "~/lib/text";
import { allowContext, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/plan-preview";

const querySchema = z.object({
  service: z
    .string("service is required.")
    .overwrite(cleanLine)
    .min(1, "service is required.")
    .max(80, "service is too long."),
  date: z
    .string("date is required.")
    .refine(isCalendarDate, "date must be written as yyyy-MM-dd, like 2026-11-21."),
  time: z.string("time is required.").max(20, "time is too long."),
  frequency: z.enum(FREQUENCIES, `frequency must be ${orList(FREQUENCIES)}.`),
  city: z.string().overwrite(cleanLine).max(80, "city is too long.").default(""),
  zip: z.string().overwrite(cleanLine).max(10, "zip is too long.").default(""),
  ...inputsQuery.shape,
  draft: z.string().refine(isUuid, "draft must be a UUID.").optional(),
});

/**
 * `GET /api/plan-preview?service=&date=&time=&frequency=&city=&zip=&draft=`: the first visits of a plan, each clash with its reason
 * and a proposed time. Slots held by `draft` count as free. Holds nothing.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  if (!(await context.get(allowContext)("availability"))) {
    return refuse(429, "Too many requests. Please wait a minute and try again.");
  }
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuse(400, query.error.issues[0]?.message ?? "The request is not valid.");
  const outcome = await previewPlan(ctx, {
    ...query.data,
    draft: query.data.draft ?? null,
    inputs: (service) => inputsOf(query.data, service),
  });
  if (!outcome.ok) return refuse(outcome.status, outcome.message);
  return Response.json({ visits: outcome.visits }, { headers: { "Cache-Control": "no-store" } });
}

function refuse(status: number, message: string) {
  return Response.json({ error: { message } }, { status });
}
