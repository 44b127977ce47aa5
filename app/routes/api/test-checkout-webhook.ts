import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { SIGNATURE_HEADER } from "~/features/payments/test-checkout/events.server";
import { isTestCheckoutInUse } from "~/features/payments/test-checkout/sessions.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/test-checkout-webhook";

/** Webhook of the payment provider, which retries unless it gets a 2xx. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = { ...requestContext(context), actor: { kind: "system" } as const };
  if (!(await isTestCheckoutInUse(ctx))) {
    return Response.json({ error: { message: "The test checkout is not in use." } }, { status: 404 });
  }
  const body = await request.text();
  const gateway = await ctx.payments.named("test-checkout");
  const event = await gateway?.verifyEvent(body, request.headers.get(SIGNATURE_HEADER), ctx.now);
  if (!event) return Response.json({ error: { message: "The signature is not valid." } }, { status: 400 });
  const outcome = await receivePaymentEvent(ctx, "test-checkout", event);
  if (outcome.ok) return Response.json({ received: true });
  ctx.log.error({ event: event.id }, "a payment event names a session without an order");
  return Response.json({ error: { message: "This session has no order." } }, { status: 404 });
}

export function loader() {
  return Response.json({ error: { message: "Use POST." } }, { status: 405, headers: { Allow: "POST" } });
}
