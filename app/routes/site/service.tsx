import { data } from "react-router";
import { ServicePage } from "~/features/catalog/ui/service-page";
import { filled } from "~/features/content/pages/document";
import { pageHeaders, pageMeta, uncachedIf } from "~/features/content/site/page-meta";
import { serviceOffers } from "~/features/content/site/structured-data";
import { readServicePage } from "~/features/content/texts/services.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import type { Route } from "./+types/service";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const service = loaderData?.service;
  if (!service) return []; // the page of the failure has a head of its own
  return pageMeta(matches, service.title, service.description, {
    trail: [{ name: "Our Services", path: "/services" }],
    structured: ({ company, origin }) => [serviceOffers([service], company, origin)],
  });
};

export const headers = pageHeaders;

/** The page of an active service whose text is published; there is none for the others. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const page = await orElse(
    ctx.log,
    "the page of a service could not be read",
    () => readServicePage(ctx, params.id),
    () => undefined,
  );
  if (page === undefined) throw data(null, { status: 503, headers: { "Retry-After": "30" } });
  if (!page) throw data(null, { status: 404 });
  const { stale, ...shown } = page;
  return data(shown, uncachedIf(stale));
}

export default function Service({ loaderData: { service, text }, matches }: Route.ComponentProps) {
  const { company } = matches[0].loaderData;
  return <ServicePage service={service} text={filled(text, company)} currency={company.default_currency} />;
}
