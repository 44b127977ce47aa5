import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { AREA_PAGE } from "~/features/scheduling/area/forms";
import { type AreaPreview, previewForm, readAreaPage } from "~/features/scheduling/area/queries.server";
import { saveArea } from "~/features/scheduling/area/save.server";
import { AreaForm, AreaSummary } from "~/features/scheduling/area/ui/area-form";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/settings-area";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Area", "The ZIP codes in which the company cleans.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export function loader({ request, context }: Route.LoaderArgs) {
  return readAreaPage(requireStaff(request, context));
}

type Answer = {
  values: Fields;
  errors: Record<string, string>;
  /** What the form starts from the next time. */
  seen: string;
  /** Of what was typed; null when it is wrong. */
  preview: AreaPreview | null;
};

/** Saves the area, or shows what it would mean. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, seen = "", ...values } = form;
  const show = (status: number, answer: Partial<Answer>) =>
    data<Answer>({ values, errors: {}, seen, preview: null, ...answer }, { status });
  if (intent === "preview") {
    const found = await previewForm(ctx, values);
    return found.ok ? show(200, { preview: found.preview }) : show(400, { errors: found.errors });
  }
  if (intent !== "save") return redirectTo(context, AREA_PAGE);
  const outcome = await saveArea(ctx, values, parseInitialValues(seen));
  if (outcome.ok) return redirectTo(context, AREA_PAGE, { toast: { title: "Area saved" } });
  const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
  return show(outcome.reason === "changed" ? 409 : 400, { errors: outcome.errors, seen: next });
}

export default function AreaSettings({ loaderData, actionData: again }: Route.ComponentProps) {
  const { values, preview } = loaderData;
  return (
    <SettingsPage current="area" refused={again !== undefined && !again.preview}>
      <Card className="p-5 sm:p-7">
        <h2 className="sr-only">Area</h2>
        <AreaForm key={JSON.stringify(values)} values={values} again={again} />
      </Card>
      <Card className="grid grid-cols-1 gap-4 p-5 sm:p-7">
        <h2 className="text-heading">{again?.preview ? "Preview, not saved yet" : "Your area today"}</h2>
        <AreaSummary {...(again?.preview ?? preview)} />
      </Card>
    </SettingsPage>
  );
}
