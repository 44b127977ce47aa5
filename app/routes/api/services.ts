import { readServices } from "~/features/catalog/queries.server";
import { admitCaller, publicError, publicResponse } from "~/features/integrations/api/respond.server";
import { readQuery, servicesQuery, toApiService } from "~/features/integrations/api/schemas";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { Route } from "./+types/services";

/** `GET /api/services?type=`: bookable services, popular ones first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await admitCaller(request, context, "api-read");
  if (!caller.ok) return caller.refusal;
  const query = readQuery(request.url, servicesQuery);
  if (!query.ok) return publicError(400, query.problem);
  const [services, { default_currency: currency }] = await Promise.all([
    readServices(caller.ctx, query.query.type),
    readCompany(caller.ctx),
  ]);
  return publicResponse({ currency, services: services.map(toApiService) });
}
