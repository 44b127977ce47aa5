import { isFirstVisit } from "~/features/booking/first-visit.server";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { checkInputs } from "~/features/booking/rules";
import { readService } from "~/features/catalog/queries.server";
import { hoursApply, needsEstimate, rulesOf } from "~/features/catalog/service";
import {
  admitCaller,
  draftKey,
  publicError,
  publicResponse,
} from "~/features/integrations/api/respond.server";
import { availabilityQuery, inputsOf, readQuery } from "~/features/integrations/api/schemas";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { orList } from "~/lib/text";
import type { Route } from "./+types/availability";

/**
 * `GET /api/availability?service=&month=yyyy-MM&hours=&bedrooms=&bathrooms=&halfBaths=&squareFeet=&extras=&frequency=&draft=`: the
 * days of the month with their slots, for a visit as long as what is chosen takes. Slots held by `draft` count as free.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await admitCaller(request, context, "availability");
  if (!caller.ok) return caller.refusal;
  const query = readQuery(request.url, availabilityQuery);
  if (!query.ok) return publicError(400, query.problem);
  const { service: id, month, hours, draft, frequency = null } = query.query;
  const service = await readService(caller.ctx, id);
  if (!service?.is_active || needsEstimate(service))
    return publicError(404, { message: "This service can't be booked online.", field: "service" });
  if (hoursApply(service) && hours === undefined)
    return publicError(400, { message: `hours must be ${orList(HOUR_OPTIONS)}.`, field: "hours" });
  const takesLonger = rulesOf(service).first_visit.minutes > 0 && frequency === null;
  const first_visit = takesLonger && (await isFirstVisit(caller.ctx));
  const checked = checkInputs(service, inputsOf(query.query, service), { frequency, first_visit });
  if (!checked.ok) {
    const field = checked.field.split(".")[1];
    return publicError(400, { message: checked.message, field });
  }
  const { minutes } = checked;
  const asked = { month, minutes, service_id: id, draft_id: draftKey(caller, draft) };
  const days = await readMonth(caller.ctx, asked);
  return publicResponse({ month, minutes, days });
}
