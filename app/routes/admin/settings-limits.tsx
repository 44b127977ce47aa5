import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { LIMITS_PAGE, limitFields, limitValues } from "~/features/payments/approvals/limits";
import { saveLimits } from "~/features/payments/approvals/save-limits.server";
import { LimitsForm } from "~/features/payments/approvals/ui/limits-form";
import { rolesBelow } from "~/platform/auth/roles";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/settings-limits";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Refund limits", "What each role may refund alone.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { values: limitValues(await readSettings(ctx)), fields: limitFields(rolesBelow(ctx.actor.role)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { seen = "", intent: _, ...values } = form;
  const outcome = await saveLimits(ctx, values, parseInitialValues(seen));
  if (outcome.ok) return redirectTo(context, LIMITS_PAGE, { toast: { title: "Limits saved" } });
  const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
  const status = outcome.reason === "changed" ? 409 : 400;
  return data({ values, errors: outcome.errors, seen: next }, { status });
}

export default function LimitsSettings({ loaderData: { values, fields }, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage current="users" refused={actionData !== undefined}>
      <Card className="p-5 sm:p-7">
        <BackLink to="/admin/settings?tab=users" label="Users" />
        <h2 className="mb-4 text-heading">Refund limits</h2>
        <LimitsForm key={JSON.stringify(values)} values={values} fields={fields} refused={actionData} />
      </Card>
    </SettingsPage>
  );
}
