import { readServices } from "~/features/catalog/queries.server";
import { admitCaller, openAnswer, openRefusal } from "~/features/integrations/api/respond.server";
import { offerOf, readQuery, servicesQuery } from "~/features/integrations/api/schemas";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { Route } from "./+types/services";

/** `GET /api/services?type=`: bookable services, popular ones first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await admitCaller(request, context, "api-read");
  if (!caller.ok) return caller.refusal;
  const asked = readQuery(request.url, servicesQuery);
  if (!asked.ok) return openRefusal(400, asked.problem);
  const [services, { default_currency: currency }] = await Promise.all([
    readServices(caller.ctx, asked.query.type),
    readCompany(caller.ctx),
  ]);
  return openAnswer({ currency, services: services.map(offerOf) });
}
