import type { Payments } from "~/platform/payment-gateway";

/** The provider that a test world pays at. */
export async function gatewayOf({ payments }: { payments: Payments }) {
  const gateway = await payments.current();
  if (!gateway) throw new Error("No payment provider is in use");
  return gateway;
}
