import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { callStorm, whyNoStorm } from "~/features/scheduling/storm/call.server";
import { countUnconfirmed, planStorm, readTowns } from "~/features/scheduling/storm/plan.server";
import { parseTowns, STORM_PAGE, stormDayPath } from "~/features/scheduling/storm/storm-day";
import { StormPreview } from "~/features/scheduling/storm/ui/preview";
import { StormDayPicker } from "~/features/scheduling/storm/ui/storm-days";
import { formatLongDate } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireAdmin } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/storm-new";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Storm day", "Affected visits and the times offered."),
  { name: "robots", content: "noindex" },
];

/** `?date=`, a `town` per selected town, and `more` with further towns, separated by commas. Changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return readPage(ctx, new URL(request.url).searchParams);
}

async function readPage(ctx: AdminCtx, params: { get: Get; getAll: GetAll }) {
  const date = textOf(params.get("date"));
  const why = await whyNoStorm(ctx, date);
  if (why) return { date, why, preview: null };
  const towns = parseTowns([...params.getAll("town"), ...params.getAll("more")].map(textOf));
  const options = await readTowns(ctx, date);
  const plan = await planStorm(ctx, { date, towns });
  const unconfirmed = await countUnconfirmed(ctx, { date, towns });
  return { date, why: null, preview: { ...plan, date, towns, there: options, unconfirmed } };
}

type Get = (name: string) => unknown;
type GetAll = (name: string) => unknown[];

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Closes the day and sends offers. Refused if the day has changed since it was shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const form = await request.formData().catch(() => new FormData());
  const page = await readPage(ctx, form);
  const { date, why, preview } = page;
  if (!preview) return data({ page, message: why ?? "" }, { status: 400 });
  const outcome = await callStorm(ctx, { date, towns: preview.towns, seen: textOf(form.get("seen")) });
  if (!outcome.ok) {
    const status = outcome.reason === "invalid" ? 400 : 409;
    return data({ page, message: outcome.message }, { status });
  }
  const { id, asked } = outcome;
  const who = asked === 1 ? "1 customer was asked." : `${asked} customers were asked.`;
  const toast = { title: "Storm day set", description: asked === 0 ? "No one needed to be asked." : who };
  return redirectTo(context, stormDayPath(id), { toast });
}

export default function StormNew({ loaderData, actionData }: Route.ComponentProps) {
  const { date, why, preview } = actionData?.page ?? loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={STORM_PAGE} label="Storm days" />
        <h1 className="text-title">{preview ? `Storm on ${formatLongDate(date)}` : "Storm day"}</h1>
      </div>
      {actionData && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      {preview ? (
        <StormPreview key={preview.date} {...preview} />
      ) : (
        <StormDayPicker date={date} error={date ? (why ?? undefined) : undefined} />
      )}
    </div>
  );
}
