import { data, Form, useNavigation, useRouteLoaderData } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { receiveLook, saveLook } from "~/features/operations/settings/brand/save.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { LookFields } from "~/features/operations/settings/ui/look-fields";
import { LookPreview, useLookDraft } from "~/features/operations/settings/ui/look-preview";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { loader as rootLoader } from "~/root";
import { Button } from "~/ui/action/button";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/settings-look";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Look", "The logo and the color of your company.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { brand } = await readCompany(requireStaff(request, context));
  return { values: { accent: brand.accent ?? "" }, logo: brand.logo };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const form = await receiveLook(request);
  const outcome = await saveLook(ctx, form);
  if (!outcome.ok) return data({ values: form.fields, errors: outcome.errors }, 400);
  const toast = { title: "Look saved", description: "Every page shows it from now on." };
  return redirectTo(context, "/admin/settings/look", { toast });
}

export default function LookSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { logo, values } = loaderData;
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const { draft, follow } = useLookDraft();
  const sending = useNavigation().formMethod === "POST";
  return (
    <SettingsPage current="look" refused={actionData !== undefined}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Card className="p-5 sm:p-7">
          <h2 className="sr-only">Look</h2>
          <Form
            key={JSON.stringify([values, logo?.sha256])}
            method="post"
            encType="multipart/form-data"
            noValidate
            onInput={follow}
            className="grid grid-cols-1 gap-6"
          >
            <LookFields values={actionData?.values ?? values} errors={actionData?.errors} logo={logo} />
            <Button
              type="submit"
              pending={sending}
              pendingLabel="Saving..."
              className="justify-self-start max-sm:w-full"
            >
              Save Changes
            </Button>
          </Form>
        </Card>
        {site && <LookPreview company={site.company} draft={draft} />}
      </div>
    </SettingsPage>
  );
}
