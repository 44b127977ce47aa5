import { Link, useNavigation } from "react-router";
import { DELIVERIES_PAGE, type Webhook } from "~/features/integrations/webhooks/webhook";
import { buttonLook } from "~/ui/action/button-look";
import { Disclosure } from "~/ui/action/disclosure";
import { IntentButton } from "~/ui/action/intent-button";

/** Actions for a webhook besides editing. */
export function WebhookActions({ webhook: { id, is_active }, formId }: { webhook: Webhook; formId: string }) {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  const toggle = is_active ? "pause" : "resume";
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap gap-2">
        {is_active && (
          <IntentButton intent="test" formId={formId} pending={intent === "test"} pendingLabel="Sending...">
            Send test event
          </IntentButton>
        )}
        <IntentButton intent={toggle} pending={intent === toggle} pendingLabel="Saving...">
          {is_active ? "Pause" : "Resume"}
        </IntentButton>
        <Link
          to={`${DELIVERIES_PAGE}?webhook=${id}`}
          className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
        >
          Deliveries
        </Link>
      </div>
      <Disclosure title="Create a new secret">
        <p className="mb-3 text-[0.9375rem]/6 text-moss">
          From then on, all events are signed with the new secret. Update the receiving app too, or it will
          reject them.
        </p>
        <IntentButton intent="secret" pending={intent === "secret"} pendingLabel="Making...">
          Create a new secret
        </IntentButton>
      </Disclosure>
      <Disclosure title="Delete this webhook">
        <p className="mb-3 text-[0.9375rem]/6 text-moss">
          Its deliveries are deleted too, including pending ones. This can't be undone.
        </p>
        <IntentButton
          intent="delete"
          variant="destructive"
          pending={intent === "delete"}
          pendingLabel="Deleting..."
        >
          Delete webhook
        </IntentButton>
      </Disclosure>
    </div>
  );
}
