import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isShownDate, schedulePath } from "~/features/scheduling/board/board";
import { drivesPath } from "~/features/scheduling/board/swap";
import { readDrives, swapCrews } from "~/features/scheduling/board/swap.server";
import { DrivesOfDay } from "~/features/scheduling/board/ui/drives";
import { companyToday, formatLongDate } from "~/lib/dates";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/drives";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Drives", "How far each crew drives, and how to shorten it.", { noindex: true });

export const headers = pageHeaders;

/** `?date=`, else today in company time. Changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const settings = await readSettings(ctx);
  const asked = new URL(request.url).searchParams.get("date") ?? "";
  const date = isShownDate(asked) ? asked : companyToday(ctx.now, settings["general.timezone"]);
  const drives = await readDrives(ctx, date);
  return { date, drives, settings: { on: settings["roads.drive_times"], href: "/admin/settings" } };
}

/** Makes the swaps that staff saw, all or none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { date = "", seen = "" } = form;
  if (!isShownDate(date)) return data({ message: "Choose a day." }, { status: 400 });
  const outcome = await swapCrews(ctx, { date, seen });
  if (!outcome.ok) return data({ message: outcome.message }, { status: 409 });
  const visits = outcome.visits === 1 ? "1 visit has" : `${outcome.visits} visits have`;
  const toast = { title: "Drives shortened", description: `${visits} another crew now.` };
  return redirectTo(context, drivesPath(date), { toast });
}

export default function DrivesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { date, drives, settings } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={schedulePath({ view: "day", date })} label="Schedule" />
        <h1 className="text-title">Drives on {formatLongDate(date)}</h1>
      </div>
      {actionData && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      <DrivesOfDay drives={drives} date={date} settings={settings} />
    </div>
  );
}
