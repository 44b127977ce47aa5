import { z } from "zod";
import { readMonth } from "~/features/booking/availability.server";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { readService } from "~/features/catalog/reads.server";
import { hoursApply, needsEstimate, visitMinutes } from "~/features/catalog/service";
import { isMonth } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { orList } from "~/lib/text";
import { allowContext, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/availability";

const querySchema = z.object({
  service: z.string("service is required.").min(1, "service is required."),
  month: z.string("month is required.").refine(isMonth, "month must be written as yyyy-MM, like 2026-11."),
  hours: z
    .enum(HOUR_OPTIONS.map(String), `hours must be ${orList(HOUR_OPTIONS)}.`)
    .transform(Number)
    .optional(),
  draft: z.string().refine(isUuid, "draft must be a UUID.").optional(),
});

/**
 * `GET /api/availability?service=&month=yyyy-MM&hours=&draft=`: each day of the month with its slots. What `draft`
 * itself holds counts as free.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  if (!(await context.get(allowContext)("availability"))) {
    return refuse(429, "Too many requests. Please wait a minute and try again.");
  }
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuse(400, query.error.issues[0]?.message ?? "The request is not valid.");
  const { service: id, month, hours, draft } = query.data;
  const service = await readService(ctx, id);
  if (!service?.is_active || needsEstimate(service))
    return refuse(404, "This service can't be booked online.");
  if (hoursApply(service) && hours === undefined)
    return refuse(400, `hours must be ${orList(HOUR_OPTIONS)}.`);
  const minutes = visitMinutes(service, hours ?? null);
  const days = await readMonth(ctx, { month, minutes, draft_id: draft });
  return Response.json({ month, minutes, days }, { headers: { "Cache-Control": "no-store" } });
}

function refuse(status: 400 | 404 | 429, message: string) {
  return Response.json({ error: { message } }, { status });
}
