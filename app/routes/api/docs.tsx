import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { openApiDocument } from "~/features/integrations/api/openapi";
import { ApiDocs } from "~/features/integrations/api/ui/api-docs";
import { widgetTag } from "~/features/integrations/partners/partner";
import { readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/docs";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "API",
    "See services and free times, book and follow bookings from your own program, or put our booking form onto your page.",
    { path: "/api/docs" },
  );

export const headers = pageHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { company_name: name, contact_email: email } = await readCompany(ctx);
  const company = { name, email };
  return {
    company,
    document: openApiDocument({ ...company, origin: ctx.origin }),
    tag: widgetTag(ctx.origin),
  };
}

export default function Docs({ loaderData }: Route.ComponentProps) {
  return (
    <Container className="py-12 md:py-16">
      <h1 className="text-title">{loaderData.document.info.title}</h1>
      <p className="mt-4 mb-12 max-w-[56ch] text-lead text-moss">
        Offer our cleanings in your own program, or put our booking form onto your page.
      </p>
      <ApiDocs {...loaderData} />
    </Container>
  );
}
