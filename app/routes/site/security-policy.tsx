import { filled } from "~/features/content/pages/document";
import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { loadPageText } from "~/features/content/texts/shipped.server";
import { sectionsOf } from "~/lib/text-tree";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/security-policy";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Reporting a security problem", "How to tell us of a weakness in this website.", {
    noindex: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  return loadPageText(requestContext(context), "security-policy");
}

export const headers = pageHeaders;

export default function SecurityPolicy({ loaderData: { text }, matches }: Route.ComponentProps) {
  return <LegalPage document={sectionsOf(filled(text, matches[0].loaderData.company))} />;
}
