import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import type { Route } from "./+types/stripe-webhook";

/** Webhook of Stripe. Stripe retries for three days unless it gets a 2xx. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const ctx = { ...requestContext(context), actor: { kind: "system" } as const };
  const body = await request.text();
  const gateway = await ctx.payments.named("stripe");
  if (!gateway) return refuse(404, "Stripe is not in use here.");
  const event = await gateway.verifyEvent(body, request.headers.get("Stripe-Signature"), ctx.now);
  if (!event) {
    ctx.log.warn({ bytes: body.length }, "an event of Stripe's was refused");
    return refuse(400, "The signature is not valid.");
  }
  if (event.about === "other") return Response.json({ received: true, ignored: true });
  const outcome = await orElse(
    ctx.log,
    "an event of Stripe's must come again",
    () => receivePaymentEvent(ctx, gateway.provider, event),
    () => null,
  );
  if (!outcome) return refuse(503, "Please send it again.");
  if (outcome.ok) return Response.json({ received: true });
  // The event belongs to another program of the same account, or to a checkout whose response was lost. The latter is found by
  // reconciling.
  ctx.log.warn({ event: event.id, type: event.type }, "an event of Stripe's names what has no order");
  return Response.json({ received: true, ignored: true });
}

/** GET is not supported. */
export function loader() {
  return Response.json({ error: { message: "Use POST." } }, { status: 405, headers: { Allow: "POST" } });
}

function refuse(status: number, message: string) {
  return Response.json({ error: { message } }, { status });
}
