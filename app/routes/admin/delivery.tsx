import { data, useLocation } from "react-router";
import { readDelivery } from "~/features/integrations/webhooks/deliveries.server";
import { sendDeliveryAgain } from "~/features/integrations/webhooks/resend.server";
import { DeliveryPanel } from "~/features/integrations/webhooks/ui/delivery-panel";
import { DELIVERIES_PAGE } from "~/features/integrations/webhooks/webhook";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/delivery";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const delivery = await readDelivery(ctx, id);
  return data({ delivery }, delivery ? 200 : 404);
}

const NOT_SENT = { title: "Nothing was sent", destructive: true };
const TOO_MANY = "Too many events were sent in a short time. Please wait an hour.";
const UNKNOWN_FORM = "This form is not known here. Please reload the page.";

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, attempts = "" } = form;
  if (intent !== "again" || !/^\d{1,6}$/.test(attempts))
    return data({ toast: { ...NOT_SENT, description: UNKNOWN_FORM } }, 400);
  if (!(await context.get(allowContext)("send-again", ctx.actor.id)))
    return data({ toast: { ...NOT_SENT, description: TOO_MANY } }, 429);
  const outcome = await sendDeliveryAgain(ctx, { id, attempts: Number(attempts) });
  if (outcome.ok) {
    const toast = { title: "Event queued", description: "It will go out in a moment." };
    return redirectTo(context, `${DELIVERIES_PAGE}/${id}${new URL(request.url).search}`, { toast });
  }
  if (outcome.reason === "not found") return data({ toast: null }, 404);
  return data({ toast: { ...NOT_SENT, description: outcome.message } }, 409);
}

export default function DeliveryPage({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title="Delivery" closeHref={`${DELIVERIES_PAGE}${search}`}>
      <Refusal toast={actionData?.toast} className="mb-5" />
      {delivery ? (
        <DeliveryPanel key={delivery.id} delivery={delivery} />
      ) : (
        <p className="text-moss">
          We can't find this delivery. Deliveries are deleted with their webhook or after 60 days.
        </p>
      )}
    </SidePanel>
  );
}
