import { expect, test } from "vitest";
import { allowsTestCheckout, paymentWay } from "./providers.server";

test.each([
  [{ secretKey: true, testCheckout: false }, "stripe"],
  [{ secretKey: true, testCheckout: true }, "stripe"],
  [{ secretKey: false, testCheckout: true }, "test checkout"],
  [{ secretKey: false, testCheckout: false }, "none"],
] as const)("%o: the site takes payment by %s", (given, way) => {
  expect(paymentWay(given)).toBe(way);
});

test.each([
  ["the demo", { asked: undefined, kind: "demo", origin: "https://demo.birch.com" }, true],
  ["the demo with TEST_CHECKOUT=off", { asked: false, kind: "demo", origin: undefined }, false],
  ["an own site", { asked: undefined, kind: "own", origin: "http://localhost:3000" }, false],
  ["an own site on this machine", { asked: true, kind: "own", origin: "http://localhost:3000" }, true],
  ["an own site at 127.0.0.1", { asked: true, kind: "own", origin: "http://127.0.0.1:3000" }, true],
  ["an own site at ::1", { asked: true, kind: "own", origin: "http://[::1]:3000" }, true],
  ["an own site in public", { asked: true, kind: "own", origin: "https://www.birch.com" }, false],
  ["a name that begins alike", { asked: true, kind: "own", origin: "https://localhost.birch.com" }, false],
  ["a number that begins alike", { asked: true, kind: "own", origin: "https://127.0.0.1.birch.com" }, false],
  ["an own site in the company's network", { asked: true, kind: "own", origin: "http://10.0.0.5" }, false],
  ["an own site that answers under any name", { asked: true, kind: "own", origin: undefined }, false],
] as const)("whether %s offers the test checkout: %j", (_, site, allowed) => {
  expect(allowsTestCheckout(site)).toBe(allowed);
});
