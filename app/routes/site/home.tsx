import { data } from "react-router";
import { readServices } from "~/features/catalog/queries.server";
import { orderForHome } from "~/features/catalog/service";
import { ServicesPreview } from "~/features/catalog/ui/services-preview";
import { filledWords } from "~/features/content/pages/document";
import { pageHeaders, pageMeta, placeIn, uncachedIf } from "~/features/content/site/page-meta";
import { localBusiness } from "~/features/content/site/structured-data";
import { ClosingCall } from "~/features/content/site/ui/closing-call";
import { Hero, heroSizes } from "~/features/content/site/ui/hero";
import { HowItWorks } from "~/features/content/site/ui/how-it-works";
import { readServicesWithPage } from "~/features/content/texts/services.server";
import { readHomeWords } from "~/features/content/texts/shipped.server";
import { serviceTextPath } from "~/features/content/texts/text";
import { readPublishedReviews, readReviewSummary } from "~/features/reviews/queries.server";
import { PublishedReviews } from "~/features/reviews/ui/shown-reviews";
import { formatHours } from "~/lib/dates";
import { requestContext } from "~/platform/context.server";
import { pictures } from "~/ui/art/pictures";
import type { Route } from "./+types/home";

/** At most three services on the home page (spec section 9). */
const PREVIEWED = 3;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    `House Cleaning${placeIn(matches)}`,
    `Careful house and office cleaning${placeIn(matches)}. See the price, pick a time and book online in two minutes.`,
    { structured: ({ company, origin }) => [localBusiness(company, origin)] },
  );

export const links: Route.LinksFunction = () => [
  {
    rel: "preload",
    as: "image",
    type: "image/avif",
    imageSrcSet: pictures.hero.files.sources.avif,
    imageSizes: heroSizes,
  },
];

/** Renders without services if they can't be read, and is then not cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { words, stale } = await readHomeWords(ctx);
  try {
    const [services, withPage, reviews, summary, way] = await Promise.all([
      readServices(ctx, "residential"),
      readServicesWithPage(ctx),
      readPublishedReviews(ctx),
      readReviewSummary(ctx),
      ctx.payments.way(),
    ]);
    const previewed = orderForHome(services).slice(0, PREVIEWED);
    return data(
      { words, services: previewed, withPage, reviews, summary, takes_cards: way !== "none" },
      uncachedIf(stale),
    );
  } catch (err) {
    ctx.log.error({ err }, "services could not be read for the home page");
    return data(
      { words, services: null, withPage: [] as string[], reviews: [], summary: null, takes_cards: false },
      uncachedIf(true),
    );
  }
}

export const headers = pageHeaders;

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { company } = matches[0].loaderData;
  const words = filledWords(loaderData.words, company);
  return (
    <>
      <Hero words={words} reviews={loaderData.summary} />
      <ServicesPreview
        services={loaderData.services}
        moreHrefOf={(id) => (loaderData.withPage.includes(id) ? serviceTextPath(id) : undefined)}
        currency={company.default_currency}
        phone={company.phone}
      />
      <HowItWorks takesCards={loaderData.takes_cards} />
      <PublishedReviews reviews={loaderData.reviews} />
      <ClosingCall heading={words.closing} action="Book a Cleaning Now">
        Choose a time that suits you. If plans change, cancel {formatHours(company.policy.full_refund_hours)}{" "}
        ahead for a full refund.
      </ClosingCall>
    </>
  );
}
