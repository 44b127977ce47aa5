import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { fillIn, sectionsOf } from "~/lib/text-tree";
import text from "../../../content/privacy.md";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Privacy Policy",
    "What we learn about you through this website and our cleaning services, why we need it, who else sees it, and what you can do about it.",
  );

export const headers = pageHeaders;

export default function Privacy({ matches }: Route.ComponentProps) {
  return <LegalPage document={sectionsOf(fillIn(text, matches[0].loaderData.company))} />;
}
