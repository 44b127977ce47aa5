import type { Payments } from "~/platform/outside/payment-gateway";

/** The provider of a test world. */
export async function gatewayOf({ payments }: { payments: Payments }) {
  const gateway = await payments.current();
  if (!gateway) throw new Error("No payment provider is in use");
  return gateway;
}
