import { data } from "react-router";
import { eventsIn, webhookSchema } from "~/features/integrations/webhooks/forms";
import { addWebhook } from "~/features/integrations/webhooks/save.server";
import { NewSecret, WebhookForm } from "~/features/integrations/webhooks/ui/form";
import { WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { ShownOnce } from "~/ui/action/shown-once";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/webhook-new";

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return null;
}

/** Responds with the secret instead of a redirect, since it is shown only once. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const refuse = (errors: Record<string, string>, status: 400 | 409) =>
    data({ added: null, refused: { values, errors } }, { status });
  const form = checkForm(values, webhookSchema);
  if (form.status !== "success") return refuse(firstErrors(form.error), 400);
  const outcome = await addWebhook(ctx, { url: form.value.url, events: eventsIn(form.value) });
  if (outcome.ok)
    return data({ added: { id: outcome.id, secret: outcome.secret }, refused: undefined }, { status: 201 });
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return refuse({ [outcome.field]: outcome.message }, outcome.field === "events" ? 400 : 409);
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export default function NewWebhook({ actionData }: Route.ComponentProps) {
  const added = actionData?.added;
  return (
    <SidePanel title={added ? "Webhook added" : "New webhook"} closeHref={WEBHOOKS_PAGE}>
      {added ? (
        <ShownOnce next={`${WEBHOOKS_PAGE}/${added.id}`}>
          <NewSecret secret={added.secret} />
        </ShownOnce>
      ) : (
        <WebhookForm refused={actionData?.refused} />
      )}
    </SidePanel>
  );
}
