import type { Ctx } from "~/platform/context.server";

type Signing = Pick<Ctx, "links" | "origin">;

/**
 * The signed address where what is due of an order is paid by card, and a tip is given. It works for as long as there is
 * something to pay or to thank for, and shows no address, phone or email.
 */
export function payUrl({ links, origin }: Signing, orderId: string): string {
  return `${origin}/pay/${orderId}?key=${links.sign(subjectOf(orderId))}`;
}

export function isPayKey({ links }: Pick<Signing, "links">, orderId: string, key: string): boolean {
  return links.isSigned(subjectOf(orderId), key);
}

function subjectOf(orderId: string): string {
  return `pay:${orderId}`;
}
