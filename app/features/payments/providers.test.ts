import { expect, test } from "vitest";
import { paymentWay } from "./providers.server";

test.each([
  [{ secretKey: true, testCheckout: false }, "stripe"],
  [{ secretKey: true, testCheckout: true }, "stripe"],
  [{ secretKey: false, testCheckout: true }, "test checkout"],
  [{ secretKey: false, testCheckout: false }, "none"],
] as const)("%o: the site takes payment by %s", (given, way) => {
  expect(paymentWay(given)).toBe(way);
});
