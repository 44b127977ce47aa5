import { data } from "react-router";
import { parseMoves } from "~/features/booking/checkout/draft";
import { NO_STORE, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal } from "~/features/booking/manage/ui/visit-page";
import { pageHeaders } from "~/features/content/site/page-meta";
import { endPlan, pausePlan, resumePlan, skipMonth } from "~/features/plans/change/change.server";
import { CHANGE_TITLES, formatDone, previewOf } from "~/features/plans/change/preview";
import { openPlan } from "~/features/plans/change/queries.server";
import { PlanChangeForm } from "~/features/plans/change/ui/change-form";
import { PLAN_CHANGES, type PlanChange, planPath } from "~/features/plans/change/view";
import { clashLines } from "~/features/plans/schedule/rules";
import { allowContext, type Ctx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { type Fields, readForm } from "~/platform/request/form.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-change";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const change = PLAN_CHANGES.find((one) => one === params.change);
  const title = change ? CHANGE_TITLES[change] : "Your plan";
  return [
    { title: `${title} | ${matches[0]?.loaderData?.company.company_name}` },
    { name: "robots", content: "noindex" },
  ];
};

/** Shows what the change would do now. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  return data(await readPage(args), NO_STORE);
}

export const headers = pageHeaders;

function changeOf({ change }: { change: string }): PlanChange {
  const found = PLAN_CHANGES.find((one) => one === change);
  if (!found) throw data(null, { status: 404 });
  return found;
}

async function readPage(args: Route.LoaderArgs) {
  const change = changeOf(args.params);
  const { view, plan, link } = await openPlan(args);
  return { link, service: plan.service, when: plan.when, change, ...previewOf(change, plan, view.changes) };
}

export async function action(args: Route.ActionArgs) {
  const change = changeOf(args.params);
  const { ctx, link } = await openPlan(args);
  if (!(await args.context.get(allowContext)("visit-change", link.id)))
    return data(
      { page: await readPage(args), message: TOO_MANY_CHANGES, ...NONE },
      { status: 429, ...NO_STORE },
    );
  const fields = (await readForm(args.request)) ?? {};
  const outcome = await VERBS[change](ctx, link.id, fields);
  if (outcome.ok) {
    const later = "now" in outcome && !outcome.now;
    const description = later ? { description: "Visits until then go ahead as planned." } : {};
    const toast = { title: formatDone(change, outcome), ...description };
    return redirectTo(args.context, planPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  const found: Found = outcome.reason === "clashes" ? clashLines(outcome.clashes) : NONE;
  const page = await readPage(args);
  const refused = { page, message: outcome.message, ...found };
  if (outcome.reason !== "invalid") return data(refused, { status: 409, ...NO_STORE });
  const error = { field: outcome.message, value: fields.resumes_on };
  return data({ ...refused, error }, { status: 400, ...NO_STORE });
}

type Found = ReturnType<typeof clashLines> & {
  /** Error of the resume date, and the submitted value. */
  error?: { field: string; value: string | undefined };
};

const NONE: Found = { clashes: [], moves: "" };

const VERBS = {
  "skip-month": (ctx: Ctx, id: string, { seen }: Fields) => skipMonth(ctx, { id, seen }),
  pause: (ctx: Ctx, id: string, { seen, resumes_on = "" }: Fields) =>
    pausePlan(ctx, { id, seen, resumes_on: resumes_on || null }),
  resume: (ctx: Ctx, id: string, { seen, moves = "" }: Fields) =>
    resumePlan(ctx, { id, seen, moves: moves ? parseMoves(moves) : undefined }),
  end: (ctx: Ctx, id: string, { seen }: Fields) => endPlan(ctx, { id, seen }),
};

export default function PlanChangePage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const page = actionData?.page ?? loaderData;
  const { link, service, when, change } = page;
  const { clashes, moves, error } = actionData ?? NONE;
  return (
    <VisitFrame
      narrow
      back={{ to: planPath(link), label: "Back to your plan" }}
      heading={page.ok ? page.preview.heading : CHANGE_TITLES[change]}
      lead={`${service}: ${when.charAt(0).toLowerCase()}${when.slice(1)}`}
    >
      {actionData && clashes.length === 0 && !error && (
        <VisitRefusal title="Nothing was changed" message={actionData.message} />
      )}
      {!page.ok && !actionData && (
        <Notice className="mt-6" title={page.message}>
          You can’t do this online right now. Questions? Call us at {matches[0].loaderData.company.phone}.
        </Notice>
      )}
      {page.ok && (
        <PlanChangeForm link={link} preview={page.preview} clashes={clashes} moves={moves} error={error} />
      )}
    </VisitFrame>
  );
}
