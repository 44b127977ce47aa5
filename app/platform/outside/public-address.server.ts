import { lookup as lookUp } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The only part of IPv6 that is given out; mapped, translated, local and multicast addresses lie outside of it. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is one of the public Internet: not this machine, not its network, nothing reserved. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}

/** All addresses of a host name. */
export type ResolveName = (name: string) => Promise<{ address: string; family: number }[]>;

/**
 * A `lookup` for Node's sockets that refuses a name as soon as one of its addresses may not be called. The connection is
 * made to an address that was checked, so the name can't change its meaning in between.
 */
export function checkedLookup(
  mayCall: (address: string) => boolean,
  resolve: ResolveName = (name) => lookUp(name, { all: true }),
): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => mayCall(address))) callback(privateRefusal(), []);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

const PRIVATE = "EPRIVATE";

/** The error for an address that is not called because it is private. */
export function privateRefusal(): NodeJS.ErrnoException {
  return Object.assign(new Error("Private networks are not allowed."), { code: PRIVATE });
}

/** Whether a connection failed because the address is private. */
export function isPrivateRefusal(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === PRIVATE;
}
