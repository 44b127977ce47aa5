import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.server";

describe("an address of the public Internet", () => {
  test.each([
    "1.1.1.1",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "223.255.255.255",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2a00:1450:4001:81b::200e",
  ])("is %s", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("no address of the public Internet", () => {
  test.each([
    ["this machine", ["127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "::", "0.1.2.3"]],
    ["a private network", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1"]],
    ["a cloud's own service", ["169.254.169.254", "169.254.170.2", "fd00:ec2::254", "192.0.0.192"]],
    ["a link", ["169.254.0.1", "fe80::1", "fe80::1%eth0", "fec0::1"]],
    ["a provider's inside", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
    ["many at once", ["224.0.0.1", "239.255.255.255", "ff02::1"]],
    ["reserved", ["240.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "203.0.113.9", "2001:db8::1"]],
    ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:93.184.215.14", "::127.0.0.1"]],
    ["a way into IPv4", ["64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::"]],
    ["no address", ["", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "1.1.1.1 ", "[::1]"]],
  ])("is %s", (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
