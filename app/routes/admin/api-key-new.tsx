import { data } from "react-router";
import { API_KEYS_PAGE, apiKeySchema } from "~/features/integrations/partners/partner";
import { addApiKey } from "~/features/integrations/partners/save.server";
import { KeyForm, NewKey } from "~/features/integrations/partners/ui/key-panel";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { ShownOnce } from "~/ui/action/shown-once";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/api-key-new";

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return null;
}

/** Responds with the key instead of a redirect, since it is shown only once. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const refuse = (errors: Record<string, string>, status: 400 | 409) =>
    data({ added: null, refused: { values, errors } }, { status });
  const form = checkForm(values, apiKeySchema);
  if (form.status !== "success") return refuse(firstErrors(form.error), 400);
  const outcome = await addApiKey(ctx, form.value);
  if (!outcome.ok) return refuse({ name: outcome.message }, 409);
  const added = { id: outcome.id, key: outcome.key, name: form.value.name };
  return data({ added, refused: undefined }, { status: 201 });
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export default function NewApiKey({ actionData }: Route.ComponentProps) {
  const added = actionData?.added;
  return (
    <SidePanel title={added ? `Key of ${added.name}` : "New API key"} closeHref={API_KEYS_PAGE}>
      {added ? (
        <ShownOnce next={`${API_KEYS_PAGE}/${added.id}`}>
          <NewKey value={added.key} />
        </ShownOnce>
      ) : (
        <KeyForm refused={actionData?.refused} />
      )}
    </SidePanel>
  );
}
