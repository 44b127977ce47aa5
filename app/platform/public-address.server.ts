import { lookup as lookUp } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What is no part of the public Internet (IANA's registries of special-purpose addresses). */
const special = listOf("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);

/** The only part of IPv6 that is given out; mapped, translated, local and multicast addresses lie outside of it. */
const global6 = listOf("ipv6", [["2000::", 3]]);
const special6 = listOf("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
]);

function listOf(family: "ipv4" | "ipv6", nets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

/** Whether an IP address is one of the public Internet: not this machine, not its network, nothing reserved. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, "ipv4");
  if (isIP(address) !== 6 || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !special6.check(address, "ipv6");
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
