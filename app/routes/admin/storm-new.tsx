import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readClosures } from "~/features/scheduling/availability/availability.server";
import { closeTime } from "~/features/scheduling/board/close.server";
import { HOURS_PAGE } from "~/features/scheduling/opening-hours/forms";
import { callStorm, whyNoStorm } from "~/features/scheduling/storm/call.server";
import { countUnconfirmed, planStorm, readTowns } from "~/features/scheduling/storm/plan.server";
import { formatStormDay, parseTowns, STORM_PAGE, stormDayPath } from "~/features/scheduling/storm/storm-day";
import { StormPreview } from "~/features/scheduling/storm/ui/preview";
import { StormDayPicker } from "~/features/scheduling/storm/ui/storm-days";
import { formatLongDate } from "~/lib/dates";
import { cleanLine } from "~/lib/text";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/storm-new";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Storm day", "Affected visits and the times offered.", { noindex: true });

/**
 * `?date=`, a `town` per selected town, and `more` with further towns, separated by commas. `kind=closing`, with a `reason`,
 * closes the day without a storm. Changes nothing.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return readPage(ctx, new URL(request.url).searchParams);
}

async function readPage(ctx: StaffCtx, params: { get: Get; getAll: GetAll }) {
  const date = textOf(params.get("date"));
  const why = await whyNoStorm(ctx, date);
  if (why) return { date, why, preview: null };
  const kind = params.get("kind") === "closing" ? ("closing" as const) : ("storm" as const);
  const reason = kind === "closing" ? cleanLine(textOf(params.get("reason"))) : "";
  const towns =
    kind === "closing" ? [] : parseTowns([...params.getAll("town"), ...params.getAll("more")].map(textOf));
  const options = await readTowns(ctx, date);
  const plan = await planStorm(ctx, { date, towns });
  const unconfirmed = await countUnconfirmed(ctx, { date, towns });
  const is_closed =
    kind === "closing" && (await readClosures(ctx, date, date)).some(({ time }) => time === null);
  const preview = { ...plan, date, kind, reason, is_closed, towns, there: options, unconfirmed };
  return { date, why: null, preview };
}

type Get = (name: string) => unknown;
type GetAll = (name: string) => unknown[];

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Closes the day and sends offers. Refused if the day has changed since it was shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const form = await request.formData().catch(() => new FormData());
  const page = await readPage(ctx, form);
  const { date, why, preview } = page;
  if (!preview) return data({ page, message: why ?? "" }, { status: 400 });
  const { kind, reason, towns } = preview;
  if (kind === "closing" && form.has("only")) {
    const outcome = await closeTime(ctx, { date, time: null, reason });
    if (!outcome.ok) return data({ page, message: outcome.message }, { status: 409 });
    const toast = { title: "Closed", description: `${formatLongDate(date)}. Its visits stay.` };
    return redirectTo(context, HOURS_PAGE, { toast });
  }
  const outcome = await callStorm(ctx, { date, towns, kind, reason, seen: textOf(form.get("seen")) });
  if (!outcome.ok) {
    const status = outcome.reason === "invalid" ? 400 : 409;
    return data({ page, message: outcome.message }, { status });
  }
  const { id, asked } = outcome;
  const who = asked === 1 ? "1 customer was asked." : `${asked} customers were asked.`;
  const title = kind === "storm" ? "Storm day set" : "Day closed";
  const toast = { title, description: asked === 0 ? "No one needed to be asked." : who };
  return redirectTo(context, stormDayPath(id), { toast });
}

function headingOf({
  kind,
  date,
  is_closed,
}: {
  kind: "storm" | "closing";
  date: string;
  is_closed: boolean;
}) {
  if (kind === "storm") return formatStormDay({ kind, date });
  return is_closed ? formatStormDay({ kind, date }) : `Close ${formatLongDate(date)}`;
}

export default function StormNew({ loaderData, actionData }: Route.ComponentProps) {
  const { date, why, preview } = actionData?.page ?? loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        {preview?.kind === "closing" ? (
          <BackLink to={HOURS_PAGE} label="Hours" />
        ) : (
          <BackLink to={STORM_PAGE} label="Storm days" />
        )}
        <h1 className="text-title">{preview ? headingOf(preview) : "Storm day"}</h1>
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
