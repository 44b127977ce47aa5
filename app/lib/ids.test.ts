import { expect, test } from "vitest";
import { isUuid } from "./ids";

test("isUuid takes what crypto.randomUUID() makes and nothing else", () => {
  expect(isUuid(crypto.randomUUID())).toBe(true);
  for (const text of ["", "1", "../../etc", crypto.randomUUID().toUpperCase(), `${crypto.randomUUID()}\n`]) {
    expect(isUuid(text)).toBe(false);
  }
});
