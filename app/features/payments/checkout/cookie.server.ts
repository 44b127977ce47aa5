import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";
import { readCookie } from "~/platform/cookies.server";

/** So long the page after paying leads this browser to its booking. Afterwards the link in the email does. */
const HOURS = 24;

/**
 * `Set-Cookie` for the browser that has begun the checkout of an order: its proof, on /payment-success, that the booking is
 * its customer's. The address of that page is no proof, since its session's id is seen by others.
 */
export function ownOrderCookie(
  { links, now, origin }: Pick<Ctx, "links" | "now" | "origin">,
  order_id: string,
): string {
  const until = Math.floor(now.add({ hours: HOURS }).epochMilliseconds / 1000);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const kept = `Path=/payment-success; Max-Age=${HOURS * 60 * 60}; HttpOnly; SameSite=Lax${secure}`;
  return `${nameOf(order_id)}=${until}.${links.sign(subjectOf(order_id, until))}; ${kept}`;
}

/** Whether this browser has begun the checkout of a session within the last day. */
export async function isOwnCheckout(
  { db, links, now }: Pick<Ctx, "db" | "links" | "now">,
  request: Request,
  sessionId: string,
): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  const [until = "", key = ""] = (order && readCookie(request, nameOf(order.id)))?.split(".") ?? [];
  const isOpen = Number(until) * 1000 > now.epochMilliseconds;
  return order !== undefined && isOpen && links.isSigned(subjectOf(order.id, Number(until)), key);
}

function nameOf(order_id: string): string {
  return `wb.order.${order_id}`;
}

function subjectOf(order_id: string, until: number): string {
  return `own order:${order_id}:${until}`;
}
