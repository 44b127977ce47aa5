import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { CONFIRM_DAYS } from "./rules";

type Signing = Pick<Ctx, "links" | "origin">;

type Subscriber = { id: string; unsubscribed_at: Temporal.Instant | null };

/** Where somebody confirms that the address is theirs and wants the newsletter; good for some days, or until they leave. */
export function confirmLink(
  ctx: Signing & Pick<Ctx, "now">,
  subscriber: Subscriber,
): { url: string; key: string } {
  const { id } = subscriber;
  const until = String(Math.floor(ctx.now.add({ hours: 24 * CONFIRM_DAYS }).epochMilliseconds / 1000));
  const key = ctx.links.sign(toConfirm(subscriber, until));
  return { url: `${ctx.origin}/newsletter/confirm?${new URLSearchParams({ id, until, key })}`, key };
}

/** Where somebody ends the newsletter; good for ever. */
export function unsubscribeUrl(ctx: Signing, id: string): string {
  const key = ctx.links.sign(toUnsubscribe(id));
  return `${ctx.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key })}`;
}

/** Whom a link names, as it says itself: whether it is one of ours is to be seen yet. */
export function namedBy(url: string): string | null {
  const { id } = partsOf(url);
  return isUuid(id) ? id : null;
}

/** Whether a link confirms this subscription: it is one of ours, is not over, and they have not left since it was sent. */
export function confirms(ctx: Pick<Ctx, "links" | "now">, url: string, subscriber: Subscriber): boolean {
  const { key, until } = partsOf(url);
  if (!ctx.links.isSigned(toConfirm(subscriber, until), key)) return false;
  return Number(until) * 1000 > ctx.now.epochMilliseconds;
}

/** Whom a link to unsubscribe names; null when it is not one of ours. */
export function unsubscribedBy(ctx: Pick<Ctx, "links">, url: string): string | null {
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
