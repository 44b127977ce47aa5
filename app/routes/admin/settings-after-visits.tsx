import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { AFTER_VISITS_PAGE, afterVisitValues } from "~/features/operations/settings/after-visits";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { saveAfterVisits } from "~/features/operations/settings/save-after-visits.server";
import { AfterVisitsForm } from "~/features/operations/settings/ui/after-visits-form";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/settings-after-visits";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "After visits", "Claims and reviews.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { values: afterVisitValues(await readSettings(ctx)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { seen = "", intent: _, ...values } = form;
  const outcome = await saveAfterVisits(ctx, values, parseInitialValues(seen));
  if (outcome.ok) return redirectTo(context, AFTER_VISITS_PAGE, { toast: { title: "Settings saved" } });
  const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
  const status = outcome.reason === "changed" ? 409 : 400;
  return data({ values, errors: outcome.errors, seen: next }, { status });
}

export default function AfterVisitsSettings({ loaderData: { values }, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage current="after-visits" refused={actionData !== undefined}>
      <Card className="p-5 sm:p-7">
        <h2 className="sr-only">After visits</h2>
        <AfterVisitsForm key={JSON.stringify(values)} values={values} refused={actionData} />
      </Card>
    </SettingsPage>
  );
}
