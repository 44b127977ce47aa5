import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { CONFIRM_DAYS } from "./subscription";

type Signing = Pick<Ctx, "links" | "origin">;

/** Where somebody confirms that the address is theirs and wants the newsletter; good for some days. */
export function confirmLink(ctx: Signing & Pick<Ctx, "now">, id: string): { url: string; key: string } {
  const until = String(Math.floor(ctx.now.add({ hours: 24 * CONFIRM_DAYS }).epochMilliseconds / 1000));
  const key = ctx.links.sign(toConfirm(id, until));
  return { url: `${ctx.origin}/newsletter/confirm?${new URLSearchParams({ id, until, key })}`, key };
}

/** Where somebody ends the newsletter; good for ever. */
export function unsubscribeUrl(ctx: Signing, id: string): string {
  const key = ctx.links.sign(toUnsubscribe(id));
  return `${ctx.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key })}`;
}

/** Whom a link to confirm names; null when it is not one of ours, or is over. */
export function confirmedBy(ctx: Pick<Ctx, "links" | "now">, url: string): string | null {
  const { id, key, until } = partsOf(url);
  if (!isUuid(id) || !ctx.links.isSigned(toConfirm(id, until), key)) return null;
  return Number(until) * 1000 > ctx.now.epochMilliseconds ? id : null;
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

function toConfirm(id: string, until: string): string {
  return `newsletter-confirm:${id}:${until}`;
}

function toUnsubscribe(id: string): string {
  return `newsletter-unsubscribe:${id}`;
}
