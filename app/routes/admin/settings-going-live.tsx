import { useEffect } from "react";
import { data, useRevalidator } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { checkOpened } from "~/features/operations/doctor/address";
import { type Check, countStates, GOING_LIVE_PAGE } from "~/features/operations/doctor/check";
import { checkNow, readReport } from "~/features/operations/doctor/queries.server";
import { saveSelector } from "~/features/operations/doctor/save.server";
import { CheckAgain, CheckList, SelectorForm } from "~/features/operations/doctor/ui/check-list";
import { recordReport } from "~/features/operations/doctor/watch.server";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { allowContext, siteContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/settings-going-live";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Going live", "What stands between the site and the public.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const setup = context.get(siteContext);
  const report = await readReport(ctx, { ...ctx, ...setup });
  const { origin } = setup.site;
  const opened = checkOpened({ origin, host: request.headers.get("host") });
  const here: Check[] = opened
    ? [{ id: "opened", group: "address", title: "Address of this page", ...opened }]
    : [];
  return { ...report, checks: report.checked ? [...here, ...report.checks] : [] };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const refuse = (status: number, title: string, description: string) =>
    data({ toast: { title, description, destructive: true }, error: null, typed: null }, { status });
  if (form.intent === "selector") {
    const typed = form.selector ?? "";
    const saved = await saveSelector(ctx, typed);
    if (!saved.ok) return data({ toast: null, error: saved.message, typed }, { status: 400 });
  }
  if (!(await context.get(allowContext)("going-live", ctx.actor.id)))
    return refuse(429, "Too many checks in a short time", "Please wait a few minutes.");
  const report = await checkNow({ ...ctx, ...context.get(siteContext) });
  await recordReport(ctx, report);
  const { broken, todo, unknown } = countStates(report.checks);
  const toast = {
    title: "Checked",
    description: `${broken} broken, ${todo} to do, ${unknown} unknown.`,
  };
  return redirectTo(context, GOING_LIVE_PAGE, { toast });
}

/** Milliseconds between looks at checks that are under way. */
const POLL_MS = 1_500;

export default function GoingLive({ loaderData, actionData }: Route.ComponentProps) {
  const { checked, running, checks, selector } = loaderData;
  useReload(running);
  return (
    <SettingsPage current="going-live" refused={Boolean(actionData?.error)}>
      <Refusal toast={actionData?.toast} />
      <Card className="grid grid-cols-1 gap-7 p-5 sm:p-7">
        <CheckAgain checked={checked} running={running} checks={checks} />
        <CheckList checks={checks} />
        {checks.some(({ id }) => id === "dkim") && (
          <SelectorForm selector={actionData?.typed ?? selector} error={actionData?.error ?? undefined} />
        )}
      </Card>
    </SettingsPage>
  );
}

/** Loads the page again until the checks are done. */
function useReload(running: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!running || state !== "idle") return;
    const timer = setTimeout(revalidate, POLL_MS);
    return () => clearTimeout(timer);
  }, [running, state, revalidate]);
}
