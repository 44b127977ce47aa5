import { filled } from "~/features/content/pages/document";
import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { loadPageText } from "~/features/content/texts/shipped.server";
import { sectionsOf } from "~/lib/text-tree";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Terms of Service",
    "The agreement for booking our cleaning services: prices, cancelling and moving a visit, complaints and refunds, damage, and how disputes are settled.",
  );

export function loader({ context }: Route.LoaderArgs) {
  return loadPageText(requestContext(context), "terms");
}

export const headers = pageHeaders;

export default function Terms({ loaderData: { text }, matches }: Route.ComponentProps) {
  return <LegalPage document={sectionsOf(filled(text, matches[0].loaderData.company))} />;
}
