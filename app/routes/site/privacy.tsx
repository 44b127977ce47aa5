import { filled } from "~/features/content/pages/document";
import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { loadPageText } from "~/features/content/texts/shipped.server";
import { sectionsOf } from "~/lib/text-tree";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Privacy Policy",
    "What we learn about you through this website and our cleaning services, why we need it, who else sees it, and what you can do about it.",
  );

export function loader({ context }: Route.LoaderArgs) {
  return loadPageText(requestContext(context), "privacy");
}

export const headers = pageHeaders;

export default function Privacy({ loaderData: { text }, matches }: Route.ComponentProps) {
  return <LegalPage document={sectionsOf(filled(text, matches[0].loaderData.company))} />;
}
