import { expect, test } from "vitest";
import { isUuid } from "./ids";

test("isUuid accepts what crypto.randomUUID() returns and nothing else", () => {
  expect(isUuid(crypto.randomUUID())).toBe(true);
  for (const text of ["", "1", "../../etc", crypto.randomUUID().toUpperCase(), `${crypto.randomUUID()}\n`]) {
    expect(isUuid(text)).toBe(false);
  }
});
