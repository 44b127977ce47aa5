import { data, useLocation } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { endSeries, reopenSeries } from "~/features/plans/series/end.server";
import { SERIES_LIST, seriesPath } from "~/features/plans/series/list";
import { readSeriesView } from "~/features/plans/series/queries.server";
import { SeriesPanel } from "~/features/plans/series/ui/panel";
import { isUuid } from "~/lib/ids";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/series-one";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Series", "Recurring visits of a customer without a plan."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const series = await readSeriesView(ctx, params.id);
  if (!series) throw data(null, { status: 404 });
  return data({ series }, { headers: NO_STORE });
}

/** Ends a series, with the visits that are to be cancelled, or goes on with it. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  if (!isUuid(id)) throw data(null, { status: 404 });
  const back = (title: string, description?: string) => {
    const { search } = new URL(request.url);
    return redirectTo(context, seriesPath(id) + search, { toast: { title, description } });
  };
  const refuse = (status: 400 | 409, message: string) => data({ message }, { status, headers: NO_STORE });
  if (form.intent === "reopen") {
    const outcome = await reopenSeries(ctx, { id });
    return outcome.ok ? back("The series goes on") : refuse(409, "This series has not ended.");
  }
  if (form.intent !== "end") return refuse(400, "This form is not known here. Please reload the page.");
  const cancel = Object.keys(form).flatMap((name) => (name.startsWith("cancel_") ? [name.slice(7)] : []));
  const outcome = await endSeries(ctx, { id, cancel });
  if (outcome.ok) return back("The series has ended", endedWords(outcome));
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return refuse(409, outcome.message);
}

const visits = (count: number) => (count === 1 ? "1 visit" : `${count} visits`);

function endedWords({ cancelled, left }: { cancelled: number; left: number }): string {
  const stay =
    left === 0 ? "None is left." : `${visits(left)} ${left === 1 ? "stays" : "stay"} in the calendar.`;
  return cancelled === 0 ? `Nothing was cancelled. ${stay}` : `${visits(cancelled)} cancelled. ${stay}`;
}

export default function SeriesOne({ loaderData: { series }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title={series.customer} closeHref={`${SERIES_LIST.path}${search}`}>
      {actionData && (
        <Notice tone="error" title="Nothing was changed" className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <SeriesPanel key={series.id} series={series} />
    </SidePanel>
  );
}
