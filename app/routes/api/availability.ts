import { HOUR_OPTIONS } from "~/features/booking/limits";
import { visitMinutes } from "~/features/catalog/pricing";
import { readService } from "~/features/catalog/queries.server";
import { hoursApply, needsEstimate } from "~/features/catalog/service";
import {
  admitCaller,
  draftKey,
  publicError,
  publicResponse,
} from "~/features/integrations/api/respond.server";
import { availabilityQuery, readQuery } from "~/features/integrations/api/schemas";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { orList } from "~/lib/text";
import type { Route } from "./+types/availability";

/**
 * `GET /api/availability?service=&month=yyyy-MM&hours=&draft=`: the days of the month with their slots. Slots held by `draft`
 * count as free.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await admitCaller(request, context, "availability");
  if (!caller.ok) return caller.refusal;
  const query = readQuery(request.url, availabilityQuery);
  if (!query.ok) return publicError(400, query.problem);
  const { service: id, month, hours, draft } = query.query;
  const service = await readService(caller.ctx, id);
  if (!service?.is_active || needsEstimate(service))
    return publicError(404, { message: "This service can't be booked online.", field: "service" });
  if (hoursApply(service) && hours === undefined)
    return publicError(400, { message: `hours must be ${orList(HOUR_OPTIONS)}.`, field: "hours" });
  const minutes = visitMinutes(service, { hours: hours ?? null });
  const asked = { month, minutes, service_id: id, draft_id: draftKey(caller, draft) };
  const days = await readMonth(caller.ctx, asked);
  return publicResponse({ month, minutes, days });
}
