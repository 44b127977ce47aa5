import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { eventsIn, webhookSchema } from "~/features/integrations/webhooks/forms";
import { readWebhook } from "~/features/integrations/webhooks/queries.server";
import { sendTestEvent } from "~/features/integrations/webhooks/resend.server";
import {
  deleteWebhook,
  renewSecret,
  setWebhookActive,
  updateWebhook,
} from "~/features/integrations/webhooks/save.server";
import { WebhookActions } from "~/features/integrations/webhooks/ui/actions";
import { NewSecret, WebhookForm } from "~/features/integrations/webhooks/ui/form";
import { DELIVERIES_PAGE, WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors, formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/webhook";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const webhook = await readWebhook(ctx, id);
  return data({ webhook, form_id: randomUUID() }, webhook ? 200 : 404);
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

type Answer = {
  refused?: { values: Record<string, string>; errors: Record<string, string> };
  secret?: string;
  toast?: ToastMessage;
};

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const answer = (status: number, answer: Answer) => data<Answer>(answer, { status });
  const missing = () => answer(404, {});
  const done = (title: string, path = `${WEBHOOKS_PAGE}/${id}`, description?: string) =>
    redirectTo(context, path, { toast: { title, description } });
  switch (values.intent) {
    case "update": {
      const form = checkForm(values, webhookSchema);
      if (form.status !== "success")
        return answer(400, { refused: { values, errors: firstErrors(form.error) } });
      const outcome = await updateWebhook(ctx, { id, url: form.value.url, events: eventsIn(form.value) });
      if (outcome.ok) return done("Webhook saved");
      if (outcome.reason === "not found") return missing();
      const errors = { [outcome.field]: outcome.message };
      return answer(outcome.field === "events" ? 400 : 409, { refused: { values, errors } });
    }
    case "pause":
    case "resume": {
      const active = values.intent === "resume";
      const found = await setWebhookActive(ctx, { id, active });
      return found ? done(active ? "Webhook resumed" : "Webhook paused") : missing();
    }
    case "secret": {
      const secret = await renewSecret(ctx, id);
      return secret ? answer(200, { secret }) : missing();
    }
    case "test": {
      if (!(await context.get(allowContext)("send-again", ctx.actor.id))) {
        const description = "Too many events were sent in a short time. Please wait an hour.";
        return answer(429, { toast: { title: "Nothing was sent", description, destructive: true } });
      }
      const outcome = await sendTestEvent(ctx, { id, form_id: formIdOf(values) });
      if (outcome.ok) {
        const path = `${DELIVERIES_PAGE}/${outcome.delivery_id}?q=${id}`;
        return done("Test event queued", path, "Reload this page in a moment to see the answer.");
      }
      if (outcome.reason === "not found") return missing();
      const toast = { title: "Nothing was sent", description: outcome.message, destructive: true };
      return answer(409, { toast });
    }
    case "delete":
      return (await deleteWebhook(ctx, id)) ? done("Webhook deleted", WEBHOOKS_PAGE) : missing();
    default: {
      const description = "This form is not known here. Please reload the page.";
      return answer(400, { toast: { title: "Error", description, destructive: true } });
    }
  }
}

export default function WebhookPanel({ loaderData: { webhook, form_id }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SidePanel key={webhook?.id} title={webhook?.host ?? "Webhook"} closeHref={WEBHOOKS_PAGE}>
      <Refusal toast={answer?.toast} className="mb-5" />
      {webhook ? (
        <div className="grid gap-5">
          {answer?.secret && <NewSecret secret={answer.secret} />}
          {!webhook.is_active && (
            <Notice>This webhook is paused. Events that happen in the meantime won't be sent later.</Notice>
          )}
          <WebhookForm key={`${webhook.url} ${webhook.events}`} webhook={webhook} refused={answer?.refused} />
          <WebhookActions webhook={webhook} formId={form_id} />
        </div>
      ) : (
        <p className="text-moss">We can't find this webhook. It may have been deleted.</p>
      )}
    </SidePanel>
  );
}
