import { data } from "react-router";
import { NO_STORE, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal } from "~/features/booking/manage/ui/visit-page";
import { pageHeaders } from "~/features/content/site/page-meta";
import { openPlan } from "~/features/plans/change/queries.server";
import { planPath } from "~/features/plans/change/view";
import { changePlanDay, previewChange } from "~/features/plans/desk/change.server";
import { readDayChange } from "~/features/plans/desk/forms";
import type { PlannedChange } from "~/features/plans/desk/preview.server";
import { readDayPage, shownChange } from "~/features/plans/desk/queries.server";
import { DayForm } from "~/features/plans/desk/ui/day-form";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-day";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Change day or time | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

/** Shows from which visit on the plan can change. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, view, plan, link } = await openPlan(args);
  return data({ link, service: plan.service, when: plan.when, page: await readDayPage(ctx, view) }, NO_STORE);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, link } = await openPlan(args);
  const { intent, seen = "", shown: before = "", ...values } = (await readForm(args.request)) ?? {};
  const refuse = (status: number, errors: Record<string, string>, message?: string) =>
    data({ sent: { values, errors, shown: null, before: "" }, message }, { status, ...NO_STORE });
  if (!(await args.context.get(allowContext)("visit-change", link.id)))
    return refuse(429, {}, TOO_MANY_CHANGES);
  const read = readDayChange(values);
  if (!read.ok) return refuse(400, read.errors);
  const { wish } = read;
  const found = await previewChange(ctx, { id: link.id, wish }, "customer");
  if (!found) throw data(null, { status: 404 });
  if (!found.planned.ok) return refuse(400, { [found.planned.field]: found.planned.message });
  const show = async (planned: PlannedChange, status: number, message?: string) => {
    const shown = await shownChange(ctx, found.before, planned, "customer");
    const sent = { values, errors: {}, shown, before: message ? before : "" };
    return data({ sent, message }, { status, ...NO_STORE });
  };
  if (intent !== "save") return show(found.planned, 200);
  const outcome = await changePlanDay(ctx, { id: link.id, wish, seen });
  if (outcome.ok) {
    const toast = { title: "Plan changed", description: "We've sent you an email with your visits." };
    return redirectTo(args.context, planPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return outcome.reason === "changed"
    ? show(outcome.planned, 409, CHANGED)
    : refuse(400, { [outcome.field]: outcome.message });
}

const CHANGED = "Something has changed since you looked. Please check your visits again, then save.";

export default function PlanDay({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { link, service, when, page } = loaderData;
  const { phone } = matches[0].loaderData.company;
  return (
    <VisitFrame
      narrow
      back={{ to: planPath(link), label: "Back to your plan" }}
      heading="Change day or time"
      lead={`${service}: ${when.charAt(0).toLowerCase()}${when.slice(1)}`}
    >
      {actionData?.message && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      {page.visits.length === 0 ? (
        <Notice className="mt-6" title="No visits can be changed right now">
          Resume your plan first, or call us at {phone}.
        </Notice>
      ) : (
        <>
          <DayForm link={link} page={page} sent={actionData?.sent ?? null} />
          <p className="mt-6 text-moss">
            To change how often we come, your home or extras, or your address, call us at {phone}.
          </p>
        </>
      )}
    </VisitFrame>
  );
}
