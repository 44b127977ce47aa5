import { data } from "react-router";
import { NO_STORE, openVisit, shownVisit } from "~/features/booking/manage/link.server";
import { VisitReceipt } from "~/features/booking/manage/ui/visit-receipt";
import { visitPath } from "~/features/booking/manage/visit";
import { pageHeaders } from "~/features/content/site/page-meta";
import { redirectTo } from "~/platform/request/flash.server";
import { Button } from "~/ui/action/button";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/receipt";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  { title: `Receipt ${loaderData?.receipt.number} | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows the receipt of a paid visit. Redirects to the visit if it is unpaid. */
export async function loader(args: Route.LoaderArgs) {
  const { visit, link } = await openVisit(args);
  if (!visit.paid_on) throw redirectTo(args.context, visitPath(link));
  const receipt = {
    isTest: visit.is_test,
    number: visit.receipt_number,
    paidOn: visit.paid_on,
    customer: [visit.customer_name, visit.customer_email].filter((line) => line !== null),
    lines: visit.lines,
    total: visit.total,
    paid: visit.paid ?? visit.total,
    due: visit.due,
    refunds: visit.refunds.filter(({ status }) => status !== "failed" && status !== "cancelled"),
    balance: visit.balance,
  };
  return data({ link, visit: shownVisit(visit), receipt }, NO_STORE);
}

export const headers = pageHeaders;

export default function Receipt({ loaderData: { link, visit, receipt }, matches }: Route.ComponentProps) {
  return (
    <Container narrow className="pt-6 pb-16 md:pt-10 md:pb-24 print:max-w-none print:p-0">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <BackLink to={visitPath(link)} label="Back to your cleaning" />
        <Button variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <VisitReceipt visit={visit} company={matches[0].loaderData.company} {...receipt} />
    </Container>
  );
}
