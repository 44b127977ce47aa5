import { data } from "react-router";
import { NO_STORE, openVisit, shownVisit } from "~/features/booking/manage/link.server";
import { VisitReceipt } from "~/features/booking/manage/ui/visit-receipt";
import { visitPath } from "~/features/booking/manage/visit";
import { pageHeaders } from "~/features/content/site/page-meta";
import { askedReceipt, readReceipt } from "~/features/payments/orders/receipt.server";
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

/** Shows a receipt of a paid visit, the newest unless `no` asks for another. Redirects to the visit if it is unpaid. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, visit, link } = await openVisit(args);
  if (!visit.order_id || !visit.has_receipt) throw redirectTo(args.context, visitPath(link));
  const receipt = await readReceipt(ctx, visit.order_id, askedReceipt(args.request));
  if (!receipt) throw data(null, { status: 404 });
  const customer = [visit.customer_name, visit.customer_email].filter((line) => line !== null);
  return data({ link, visit: shownVisit(visit), receipt: { ...receipt, customer } }, NO_STORE);
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
      <VisitReceipt
        visit={visit}
        company={matches[0].loaderData.company}
        hrefOf={(no) => visitPath(link, "receipt", { no: String(no) })}
        {...receipt}
      />
    </Container>
  );
}
