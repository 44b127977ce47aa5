import { data } from "react-router";
import { NO_STORE } from "~/features/booking/manage/link.server";
import { VisitFrame } from "~/features/booking/manage/ui/visit-page";
import { pageHeaders } from "~/features/content/site/page-meta";
import { openPlan } from "~/features/plans/change/queries.server";
import { PlanWays } from "~/features/plans/change/ui/change-form";
import { PlanFacts, PlanNotices, PlanPayments } from "~/features/plans/change/ui/details";
import { PlanBadge } from "~/features/plans/change/ui/my-plans";
import { PlanVisitList } from "~/features/plans/change/ui/visits";
import type { PlanStatus } from "~/features/plans/plan";
import { requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/action/button-link";
import type { Route } from "./+types/plan";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your plan | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows a plan to its customer, or to a guest with its signed link. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { plan, link } = await openPlan(args);
  const isUser = requestContext(args.context).actor.kind === "user";
  return data({ plan, link, profile: isUser ? "/profile?tab=upcoming-cleans" : null }, NO_STORE);
}

export const headers = pageHeaders;

const EMPTY: Partial<Record<PlanStatus, string>> = {
  paused: "No visits while your plan is paused.",
  ended: "No more visits.",
};

export default function Plan({ loaderData: { plan, link, profile }, matches }: Route.ComponentProps) {
  const { phone } = matches[0].loaderData.company;
  const ended = plan.status === "ended";
  return (
    <VisitFrame
      back={profile ? { to: profile, label: "Back to My Profile" } : null}
      heading={plan.service}
      aside={<PlanBadge status={plan.status} checked={plan.checked} />}
      lead={plan.when}
    >
      <PlanNotices link={link} plan={plan} phone={phone} />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div className="lg:order-2">
          <PlanWays link={link} plan={plan} />
          {ended && (
            <ButtonLink href={`/book?service=${encodeURIComponent(plan.service_id)}`} className="mt-4 w-full">
              Subscribe again
            </ButtonLink>
          )}
          {link.key && !ended && (
            <p className="mt-5 px-1 text-moss text-sm">
              Keep this link private: anyone who has it can change this plan.
            </p>
          )}
        </div>
        <div className="min-w-0">
          <PlanVisitList link={link} visits={plan.visits} empty={EMPTY[plan.status] ?? "None yet."} />
          <PlanPayments link={link} charges={plan.charges} is_test={plan.is_test} />
          <h2 className="mt-10 mb-4 text-heading">About your plan</h2>
          <PlanFacts plan={plan} />
        </div>
      </div>
    </VisitFrame>
  );
}
