import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { fillIn, sectionsOf } from "~/lib/text-tree";
import text from "../../../content/security-policy.md";
import type { Route } from "./+types/security-policy";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Reporting a security problem", "How to tell us of a weakness in this website.", {
    noindex: true,
  });

export const headers = pageHeaders;

export default function SecurityPolicy({ matches }: Route.ComponentProps) {
  return <LegalPage document={sectionsOf(fillIn(text, matches[0].loaderData.company))} />;
}
