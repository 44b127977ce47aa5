import { data, Form, Link, useNavigation } from "react-router";
import { NO_STORE, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal } from "~/features/booking/manage/ui/visit-page";
import { pageHeaders } from "~/features/content/site/page-meta";
import { skipVisit } from "~/features/plans/change/change.server";
import { openPlan } from "~/features/plans/change/queries.server";
import { planPath } from "~/features/plans/change/view";
import { formatDay } from "~/lib/dates";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-skip";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Skip a visit | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows what skipping the visit `?visit=` would do. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  return data(await readPage(args), NO_STORE);
}

export const headers = pageHeaders;

async function readPage(args: Route.LoaderArgs) {
  const { plan, view, link } = await openPlan(args);
  const wished = new URL(args.request.url).searchParams.get("visit");
  const visit = plan.visits.find(({ id }) => id === wished);
  if (!visit) throw data(null, { status: 404 });
  return { link, visit, service: plan.service, hours: view.policy.full_refund_hours };
}

export async function action(args: Route.ActionArgs) {
  const { ctx } = await openPlan(args);
  const page = await readPage(args);
  const { link, visit } = page;
  if (!(await args.context.get(allowContext)("visit-change", link.id)))
    return data({ message: TOO_MANY_CHANGES }, { status: 429, ...NO_STORE });
  const outcome = await skipVisit(ctx, { id: visit.id });
  if (outcome.ok) {
    const toast = { title: "Visit skipped", description: `${visit.date_in_words}, ${visit.time}` };
    return redirectTo(args.context, planPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return data({ message: outcome.message }, { status: 409, ...NO_STORE });
}

export default function SkipVisit({ loaderData, actionData }: Route.ComponentProps) {
  const { link, visit, service, hours } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <VisitFrame
      narrow
      back={{ to: planPath(link), label: "Back to your plan" }}
      heading={visit.can_change ? "Skip this visit?" : "Skip a visit"}
    >
      {actionData && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      <Card className="mt-6 p-5 sm:p-6">
        <p className="font-display text-heading [font-weight:560]">{formatDay(visit.date)}</p>
        <p className="text-moss">
          {visit.time}, {service}
        </p>
        {visit.can_change && (
          <p className="mt-4 border-line border-t border-dashed pt-4">
            We’ll release this visit, and your monthly price stays the same. To keep it, reschedule it
            instead.
          </p>
        )}
      </Card>
      {visit.can_change && visit.late && (
        <Notice className="mt-6">
          It starts in less than {hours} hours. You can still skip it, but please do so only if you have to.
        </Notice>
      )}
      {!visit.can_change && (
        <Notice className="mt-6">
          {visit.state === "skipped"
            ? "This visit is already skipped."
            : "This visit can no longer be skipped."}
        </Notice>
      )}
      {visit.can_change && (
        <Form
          method="post"
          action={planPath(link, "skip", { visit: visit.id })}
          className="mt-6 flex flex-wrap gap-3 max-sm:*:grow"
        >
          <Button type="submit" size="large" pending={busy} pendingLabel="Skipping...">
            Skip this visit
          </Button>
          <Link to={visit.move} className={buttonLook({ variant: "secondary", size: "large" })}>
            Reschedule instead
          </Link>
        </Form>
      )}
    </VisitFrame>
  );
}
