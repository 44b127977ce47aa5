import { LegalPage } from "~/features/content/pages/ui/legal-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { feeWords, noticeWords } from "~/features/operations/settings/fee-policy";
import { fillIn, sectionsOf } from "~/lib/text-tree";
import text from "../../../content/terms.md";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Terms of Service",
    "The agreement for booking our cleaning services: prices, cancelling and moving a visit, complaints and refunds, damage, and how disputes are settled.",
  );

export const headers = pageHeaders;

export default function Terms({ matches }: Route.ComponentProps) {
  const { company } = matches[0].loaderData;
  return (
    <LegalPage
      document={sectionsOf(
        fillIn(text, company, { ...feeWords(company.policy), ...noticeWords(company.price_notice_days) }),
      )}
    />
  );
}
