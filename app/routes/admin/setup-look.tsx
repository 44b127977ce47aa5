import { data, Form, redirect, useNavigation, useRouteLoaderData } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readStep } from "~/features/office/setup/queries.server";
import { noteStep, saveLookStep } from "~/features/office/setup/save-step.server";
import { stepPath } from "~/features/office/setup/steps";
import { GuideFrame } from "~/features/office/setup/ui/guide-frame";
import { StepButtons } from "~/features/office/setup/ui/step-buttons";
import { receiveLook } from "~/features/operations/settings/brand/save.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { LookFields } from "~/features/operations/settings/ui/look-fields";
import { LookPreview, useLookDraft } from "~/features/operations/settings/ui/look-preview";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { loader as rootLoader } from "~/root";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/setup-look";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Set up your company", "The setup guide.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  if ((await readSettings(ctx))["site.kind"] === "demo") throw redirect("/admin");
  return readStep(ctx, "look");
}

/** The step of the guide whose form has a file. Its fields are those of the settings' page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const form = await receiveLook(request);
  const onward = () => redirectTo(context, stepPath("region"));
  if (form.fields.intent === "skip") {
    await noteStep(ctx, "look", "skipped");
    return onward();
  }
  const outcome = await saveLookStep(ctx, form);
  return outcome.ok ? onward() : data({ values: form.fields, errors: outcome.errors }, 400);
}

export default function SetupLook({ loaderData, actionData }: Route.ComponentProps) {
  const { name, states, values, logo } = loaderData;
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const sent = useNavigation().formData?.get("intent");
  const { draft, follow } = useLookDraft();
  return (
    <GuideFrame
      name={name}
      states={states}
      preview={site && <LookPreview company={site.company} draft={draft} />}
      onInput={follow}
    >
      {actionData && <Notice tone="error">Not saved yet. Please look at the marked fields.</Notice>}
      <Form method="post" encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-5">
        <LookFields values={actionData?.values ?? values} errors={actionData?.errors} logo={logo} />
        <StepButtons name={name} sent={sent} />
      </Form>
    </GuideFrame>
  );
}
