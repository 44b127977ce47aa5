import { data } from "react-router";
import { NO_STORE } from "~/features/booking/manage/link.server";
import { VisitReceipt } from "~/features/booking/manage/ui/visit-receipt";
import { pageHeaders } from "~/features/content/site/page-meta";
import { askedReceipt } from "~/features/payments/orders/receipt.server";
import { openPlan, readPlanReceipt } from "~/features/plans/change/queries.server";
import { planPath } from "~/features/plans/change/view";
import { Button } from "~/ui/action/button";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/plan-receipt";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  { title: `Receipt ${loaderData?.receipt.number} | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export async function loader(args: Route.LoaderArgs) {
  const { ctx, view, link } = await openPlan(args);
  const receipt = await readPlanReceipt(ctx, view, args.params.order, askedReceipt(args.request));
  if (!receipt) throw data(null, { status: 404 });
  return data({ link, order: args.params.order, receipt }, NO_STORE);
}

export const headers = pageHeaders;

export default function PlanReceipt({ loaderData: { link, order, receipt }, matches }: Route.ComponentProps) {
  return (
    <Container narrow className="pt-6 pb-16 md:pt-10 md:pb-24 print:max-w-none print:p-0">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <BackLink to={planPath(link)} label="Back to your plan" />
        <Button variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <VisitReceipt
        visit={null}
        company={matches[0].loaderData.company}
        hrefOf={(no) => planPath(link, `receipt/${order}`, { no: String(no) })}
        {...receipt}
      />
    </Container>
  );
}
