import { data, Form, useNavigation } from "react-router";
import { NO_STORE, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal } from "~/features/booking/manage/ui/visit-page";
import { pageHeaders } from "~/features/content/site/page-meta";
import { openPlan } from "~/features/plans/change/queries.server";
import { planPath } from "~/features/plans/change/view";
import { keepPlan } from "~/features/plans/prices/keep.server";
import { formatDate } from "~/lib/dates";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-price";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `New price | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

/** Shows the announced price of a plan, to keep, change or end it. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { plan, link } = await openPlan(args);
  const next = plan.next_price?.rise ? plan.next_price : null;
  return data({ link, service: plan.service, price: plan.price, can_end: plan.can.end, next }, NO_STORE);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, link } = await openPlan(args);
  if (!(await args.context.get(allowContext)("visit-change", link.id)))
    return data({ message: TOO_MANY_CHANGES }, { status: 429, ...NO_STORE });
  const { seen = "" } = (await readForm(args.request)) ?? {};
  const outcome = await keepPlan(ctx, { id: link.id, seen });
  if (outcome.ok)
    return redirectTo(args.context, planPath(link), {
      toast: { title: "Thank you", description: "Your plan goes on as it is." },
    });
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return data({ message: outcome.message }, { status: 409, ...NO_STORE });
}

export default function PlanPrice({ loaderData, actionData }: Route.ComponentProps) {
  const { link, service, price, next, can_end } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <VisitFrame
      narrow
      back={{ to: planPath(link), label: "Back to your plan" }}
      heading={next ? "A new price for your plan" : "Your plan’s price"}
      lead={service}
    >
      {actionData && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      {!next ? (
        <Notice className="mt-6">No other price is planned. Your plan costs {price} a month.</Notice>
      ) : (
        <Form method="post" action={planPath(link, "price")} className="mt-6">
          <input type="hidden" name="seen" value={next.from} />
          <Card className="px-5 sm:px-6">
            <dl className="divide-y divide-line">
              {[
                { label: "Price now", value: `${price} a month` },
                { label: "New price", value: `${next.price} a month` },
                { label: "First charged", value: formatDate(next.from) },
              ].map(({ label, value }) => (
                <div key={label} className="grid gap-x-6 py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="text-moss">{label}</dt>
                  <dd className="font-medium tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
          </Card>
          {next.kept && (
            <Notice tone="success" className="mt-6">
              You’re keeping your plan. Thank you!
            </Notice>
          )}
          <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
            {!next.kept && (
              <Button type="submit" size="large" pending={busy} pendingLabel="Saving...">
                Keep my plan
              </Button>
            )}
            <ButtonLink href={planPath(link)} variant="secondary" size="large">
              Change my plan
            </ButtonLink>
            {can_end && (
              <ButtonLink href={planPath(link, "end")} variant="secondary" size="large">
                Cancel my plan
              </ButtonLink>
            )}
          </div>
          <p className="mt-4 text-moss">If you do nothing, your plan goes on at the new price.</p>
        </Form>
      )}
    </VisitFrame>
  );
}
