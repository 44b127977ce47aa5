import { data } from "react-router";
import { API_KEYS_PAGE, apiKeySchema, widgetTag } from "~/features/integrations/partners/partner";
import { readApiKey } from "~/features/integrations/partners/queries.server";
import { renameApiKey, renewApiKey, revokeApiKey } from "~/features/integrations/partners/save.server";
import { KeyActions, KeyFacts, KeyForm, NewKey } from "~/features/integrations/partners/ui/key-panel";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/api-key";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const apiKey = await readApiKey(ctx, id);
  return data({ apiKey, tag: widgetTag(ctx.origin, id) }, apiKey ? 200 : 404);
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

type Answer = {
  refused?: { values: Record<string, string>; errors: Record<string, string> };
  key?: string;
  toast?: ToastMessage;
};

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const answer = (status: number, answer: Answer) => data<Answer>(answer, { status });
  const done = (title: string) => redirectTo(context, `${API_KEYS_PAGE}/${id}`, { toast: { title } });
  switch (values.intent) {
    case "rename": {
      const form = checkForm(values, apiKeySchema);
      if (form.status !== "success")
        return answer(400, { refused: { values, errors: firstErrors(form.error) } });
      const outcome = await renameApiKey(ctx, { id, name: form.value.name });
      if (outcome.ok) return done("API key saved");
      if (outcome.reason === "not found") return answer(404, {});
      return answer(409, { refused: { values, errors: { name: outcome.message } } });
    }
    case "renew": {
      const key = await renewApiKey(ctx, id);
      return key ? answer(200, { key }) : answer(404, {});
    }
    case "revoke":
      return (await revokeApiKey(ctx, id)) ? done("API key revoked") : answer(404, {});
    default: {
      const description = "This form is not known here. Please reload the page.";
      return answer(400, { toast: { title: "Error", description, destructive: true } });
    }
  }
}

export default function ApiKeyPanel({ loaderData: { apiKey, tag }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SidePanel key={apiKey?.id} title={apiKey?.name ?? "API key"} closeHref={API_KEYS_PAGE}>
      <Refusal toast={answer?.toast} className="mb-5" />
      {apiKey ? (
        <div className="grid gap-5">
          {answer?.key && <NewKey value={answer.key} />}
          {apiKey.revoked && <Notice>This key was revoked and no longer works.</Notice>}
          <KeyFacts apiKey={apiKey} />
          <KeyForm key={apiKey.name} apiKey={apiKey} refused={answer?.refused} />
          {!apiKey.revoked && <KeyActions tag={tag} />}
        </div>
      ) : (
        <p className="text-moss">We can't find this key.</p>
      )}
    </SidePanel>
  );
}
