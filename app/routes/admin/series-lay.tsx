import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { idsIn, readAnswers } from "~/features/plans/series/forms";
import { layVisits } from "~/features/plans/series/lay.server";
import { SERIES_LIST, seriesPath } from "~/features/plans/series/list";
import { readAskedIds, readLayPage, readUsualUntil } from "~/features/plans/series/queries.server";
import { LayForm, UntilForm } from "~/features/plans/series/ui/lay-form";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/series-lay";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Add more visits", "The next visits of series, with what is in their way."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const asked = new URL(request.url).searchParams;
  const ids = await readAskedIds(ctx, asked);
  const page = await readLayPage(ctx, ids, asked.get("until") ?? (await readUsualUntil(ctx)));
  return data({ page }, { status: page.error ? 400 : 200, headers: NO_STORE });
}

/** Lays the visits that staff saw. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { series = "", until = "", seen = "" } = form;
  const ids = idsIn([series]);
  const page = await readLayPage(ctx, ids, until);
  const refuse = (status: 400 | 409, message: string) =>
    data({ message, page, sent: form }, { status, headers: NO_STORE });
  if (page.error) return refuse(400, page.error);
  if (page.ids.length === 0) return refuse(400, "Choose at least one series.");
  const [only, ...others] = page.ids;
  const path = only && others.length === 0 ? seriesPath(only) : SERIES_LIST.path;
  if (page.series.length === 0)
    return redirectTo(context, path, {
      toast: { title: "Nothing to add", description: page.without.slice(0, 3).join(" ") },
    });
  if (page.seen !== seen)
    return refuse(
      409,
      "The calendar or a series has changed since you looked. Check the visits, then add them again.",
    );
  const toast = await layVisits(ctx, { ids: page.ids, until: page.until, answers: readAnswers(form) });
  return redirectTo(context, path, { toast });
}

export default function SeriesLay({ loaderData, actionData }: Route.ComponentProps) {
  const page = actionData?.page ?? loaderData.page;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink to={SERIES_LIST.path} label={SERIES_LIST.title} />
        <h1 className="text-title">Add more visits</h1>
        <p className="mt-1 text-moss">
          {page.ids.length === 1 ? "Of 1 series" : `Of ${page.ids.length.toLocaleString("en-US")} series`}.
          Nothing is added until you press the button below.
        </p>
      </div>
      {actionData && (
        <Notice tone="error" title="Nothing was added">
          {actionData.message}
        </Notice>
      )}
      {page.ids.length === 0 && !page.error ? (
        <Notice title="No series is chosen">Choose some in the list, then add visits to them.</Notice>
      ) : (
        <UntilForm key={page.until} {...page} />
      )}
      {page.without.length > 0 && (
        <Notice
          title={
            page.without.length === 1
              ? "1 series gets no visits"
              : `${page.without.length} series get no visits`
          }
        >
          <ul>
            {page.without.slice(0, 10).map((line) => (
              <li key={line}>{line}</li>
            ))}
            {page.without.length > 10 && <li>And {page.without.length - 10} more.</li>}
          </ul>
        </Notice>
      )}
      {page.series.length > 0 && <LayForm key={page.seen} page={page} sent={actionData?.sent ?? {}} />}
    </div>
  );
}
