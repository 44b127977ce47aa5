import { isIP, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { Counted } from "~/platform/context.server";
import type { Log } from "~/platform/log.server";
import type { Runtime } from "~/platform/runtime.server";

/** `log` names the request in each of its lines. */
export type HttpEnv = { Bindings: HttpBindings; Variables: { log: Log } };

/** The configured address; without one, the address that the visitor used. */
export function siteOrigin({ env }: Runtime, c: Context<HttpEnv>): string {
  return env.origin ?? new URL(c.req.url).origin;
}

/** Behind a proxy the request arrives under another address than the visitor's. */
export function siteRequest(runtime: Runtime, c: Context<HttpEnv>): Request {
  const { pathname, search } = new URL(c.req.url);
  const url = new URL(siteOrigin(runtime, c) + pathname + search);
  return url.href === c.req.url ? c.req.raw : new Request(url, c.req.raw);
}

/** Bits of the IPv6 network that one client gets at home, and of the widest that providers give to one site. */
const HOME_NETWORK = 56;
export const WIDE_NETWORK = 48;

/** Who is to be counted for a request, as far as can be told: an IPv4 address, or an IPv6 network of so many bits. */
export function clientAddress(runtime: Runtime, c: Context<HttpEnv>, bits = HOME_NETWORK): string {
  return clientNetwork(remoteAddress(runtime, c) ?? "unknown", bits);
}

/** Where a request came from, for the person who made it: an IPv4 address, or the /64 network of an IPv6 one. */
export function placeOf(runtime: Runtime, c: Context<HttpEnv>): string | null {
  const address = remoteAddress(runtime, c)?.replace(/^::ffff:(?=\d+\.)/i, "");
  return address && isIP(address.split("%")[0] ?? "") ? clientNetwork(address, 64) : null;
}

function remoteAddress({ env }: Runtime, c: Context<HttpEnv>): string | undefined {
  const forwarded = env.trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded ?? c.env?.incoming?.socket.remoteAddress;
}

/** The client whose unpaid holds are counted; null when limits are switched off. */
export function countedFor(runtime: Runtime, c: Context<HttpEnv>): Counted | null {
  const leeway = runtime.env.rateLimitFactor;
  return leeway === 0 ? null : { network: clientAddress(runtime, c), leeway };
}

/** What one client can't leave at will: an IPv4 address, or the network of an IPv6 one. */
function clientNetwork(address: string, bits: number): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [bare = ""] = address.split("%");
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${bits}`)}/${bits}`;
}

export function isRead({ req }: Context<HttpEnv>): boolean {
  return req.method === "GET" || req.method === "HEAD";
}
