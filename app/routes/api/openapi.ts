import { openApiDocument } from "~/features/integrations/api/openapi";
import { publicResponse } from "~/features/integrations/api/respond.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/openapi";

/** `GET /api/openapi.json`: the OpenAPI document. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { company_name: name, contact_email: email } = await readCompany(ctx);
  return publicResponse(openApiDocument({ name, email, origin: ctx.origin }));
}
