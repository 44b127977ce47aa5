import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { FEES_PAGE, feePolicyOf, feeValues } from "~/features/operations/settings/fee-policy";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { saveFees } from "~/features/operations/settings/save-fees.server";
import { FeesForm } from "~/features/operations/settings/ui/fees-form";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/settings-fees";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Fees", "What a late cancellation and a no-show cost.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { values: feeValues(feePolicyOf(await readSettings(ctx))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { seen = "", intent: _, ...values } = form;
  const outcome = await saveFees(ctx, values, parseInitialValues(seen));
  if (outcome.ok) return redirectTo(context, FEES_PAGE, { toast: { title: "Fees saved" } });
  const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
  const status = outcome.reason === "changed" ? 409 : 400;
  return data({ values, errors: outcome.errors, seen: next }, { status });
}

export default function FeesSettings({ loaderData: { values }, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage current="fees" refused={actionData !== undefined}>
      <Card className="p-5 sm:p-7">
        <h2 className="sr-only">Fees</h2>
        <FeesForm key={JSON.stringify(values)} values={values} refused={actionData} />
      </Card>
    </SettingsPage>
  );
}
