import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { CONFIRM_DAYS } from "./rules";

type Signing = Pick<Ctx, "links" | "origin">;

type Subscriber = { id: string; unsubscribed_at: Temporal.Instant | null };

/** Link that confirms a subscription. Expires after `CONFIRM_DAYS` or when the subscriber unsubscribes. */
export function confirmLink(
  ctx: Signing & Pick<Ctx, "now">,
  subscriber: Subscriber,
): { url: string; key: string } {
  const { id } = subscriber;
  const until = String(Math.floor(ctx.now.add({ hours: 24 * CONFIRM_DAYS }).epochMilliseconds / 1000));
  const key = ctx.links.sign(toConfirm(subscriber, until));
  return { url: `${ctx.origin}/newsletter/confirm?${new URLSearchParams({ id, until, key })}`, key };
}

/** Link that unsubscribes. Never expires. */
export function unsubscribeUrl(ctx: Signing, id: string): string {
  const key = ctx.links.sign(toUnsubscribe(id));
  return `${ctx.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key })}`;
}

/** Subscriber id in a link. Not verified. */
export function subscriberIdIn(url: string): string | null {
  const { id } = partsOf(url);
  return isUuid(id) ? id : null;
}

/** Whether a link confirms this subscription: signed, not expired, and not followed by an unsubscription. */
export function isConfirmUrl(ctx: Pick<Ctx, "links" | "now">, url: string, subscriber: Subscriber): boolean {
  const { key, until } = partsOf(url);
  if (!ctx.links.isSigned(toConfirm(subscriber, until), key)) return false;
  return Number(until) * 1000 > ctx.now.epochMilliseconds;
}

/** Subscriber id of an unsubscribe link. Null unless it is signed. */
export function verifyUnsubscribeUrl(ctx: Pick<Ctx, "links">, url: string): string | null {
  const { id, key } = partsOf(url);
  return isUuid(id) && ctx.links.isSigned(toUnsubscribe(id), key) ? id : null;
}

function partsOf(url: string) {
  const { searchParams } = new URL(url);
  const part = (name: string) => searchParams.get(name) ?? "";
  return { id: part("id"), key: part("key"), until: part("until") };
}

function toConfirm({ id, unsubscribed_at }: Subscriber, until: string): string {
  return `newsletter-confirm:${id}:${unsubscribed_at?.epochMilliseconds ?? "never"}:${until}`;
}

function toUnsubscribe(id: string): string {
  return `newsletter-unsubscribe:${id}`;
}
