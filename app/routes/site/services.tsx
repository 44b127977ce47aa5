import { data } from "react-router";
import { readServices } from "~/features/catalog/queries.server";
import { SERVICE_TYPES, type ServiceType, typesOffered, typeToBegin } from "~/features/catalog/service";
import { ServiceCard } from "~/features/catalog/ui/service-card";
import { TypeToggle } from "~/features/catalog/ui/type-toggle";
import { pageHeaders, pageMeta, placeIn } from "~/features/content/site/page-meta";
import { serviceOffers } from "~/features/content/site/structured-data";
import { HelpPanel } from "~/features/content/site/ui/help-panel";
import { readServicesWithPage } from "~/features/content/texts/services.server";
import { serviceTextPath } from "~/features/content/texts/text";
import { requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/action/button-link";
import pendingLinks from "~/ui/live/pending-links.ts?url";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/services";

/** Each type has its own canonical address. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const type = loaderData?.type ?? "residential";
  const { title, what, rest, path } = heads[type];
  const description = `${what} with clear prices${placeIn(matches)}: ${rest}`;
  return pageMeta(matches, title, description, {
    path,
    structured: ({ company, origin }) => [serviceOffers(loaderData?.services ?? [], company, origin)],
  });
};

/** Active services of the requested type; by default residential ones, if there are any. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const requested = new URL(request.url).searchParams.get("type");
  const asked = SERVICE_TYPES.find((known) => known === requested);
  try {
    const [all, withPage] = await Promise.all([readServices(ctx), readServicesWithPage(ctx)]);
    const type = asked ?? typeToBegin(all, "residential");
    const services = all.filter(({ service_type }) => service_type === type);
    return data({ type, types: typesOffered(all, type), services, withPage });
  } catch (err) {
    ctx.log.error({ err }, "services could not be read");
    const type = asked ?? "residential";
    return data(
      { type, types: [...SERVICE_TYPES], services: null, withPage: [] },
      { status: 503, headers: { "Retry-After": "30" } },
    );
  }
}

export const headers = pageHeaders;

export default function Services({
  loaderData: { type, types, services, withPage },
  matches,
}: Route.ComponentProps) {
  const { default_currency } = matches[0].loaderData.company;
  return (
    <Container className="py-10 md:py-14 lg:py-20">
      <h1 className="text-title">Our Services</h1>
      <p className="mt-3 mb-7 max-w-2xl text-balance text-lead text-moss">{leads[type]}</p>
      {types.length > 1 && <TypeToggle type={type} types={types} />}
      <div className="mt-8 transition-opacity duration-200 in-data-pending:opacity-50 lg:mt-12">
        {services === null && (
          <Notice
            tone="error"
            action={
              <ButtonLink href={`/services?type=${type}`} variant="secondary" size="small">
                Try again
              </ButtonLink>
            }
          >
            Error loading services. Please try again later.
          </Notice>
        )}
        {services?.length === 0 && <Notice>No services available for {type} cleaning.</Notice>}
        {services && services.length > 0 && (
          <div className="-mb-6 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            {services.map((service, index) => (
              <ServiceCard
                key={service.id}
                first={index === 0}
                service={service}
                currency={default_currency}
                heading="h2"
                moreHref={withPage.includes(service.id) ? serviceTextPath(service.id) : undefined}
                bookHref={`/book?service=${encodeURIComponent(service.id)}&type=${type}`}
              />
            ))}
            <HelpPanel after={services.length} />
          </div>
        )}
      </div>
      <script type="module" async src={pendingLinks} />
    </Container>
  );
}

const leads: Record<ServiceType, string> = {
  residential: "For houses, apartments and vacation homes. The crew brings everything it needs.",
  commercial: "For offices, shops and job sites, one visit or a monthly plan.",
};

/** The description is `what`, "with clear prices", the place and the `rest`. */
const heads: Record<ServiceType, { title: string; what: string; rest: string; path: string }> = {
  residential: {
    title: "Our Services",
    what: "House cleaning",
    rest: "regular and deep cleaning, move in/out, house washing and monthly plans.",
    path: "/services",
  },
  commercial: {
    title: "Our Services for Businesses",
    what: "Office, retail and post-construction cleaning",
    rest: "one visit or a monthly plan.",
    path: "/services?type=commercial",
  },
};
