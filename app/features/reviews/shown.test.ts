import { describe, expect, test } from "vitest";
import { stateOf } from "./office/list";
import { EXCERPT_LENGTH, excerptOf, signatureOf } from "./rules";

describe("the text of a review", () => {
  test("that fits is shown in full, on one line", () => {
    expect(excerptOf("Spotless.\n\nTwice.")).toBe("Spotless. Twice.");
    const full = "é".repeat(EXCERPT_LENGTH);
    expect(excerptOf(full)).toBe(full);
  });

  test("that is too long ends with a whole word", () => {
    const excerpt = excerptOf("birch, ".repeat(60));
    expect(excerpt).toMatch(/, birch …$/);
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 2);
  });

  test("without spaces is cut at the limit", () => {
    expect(excerptOf("x".repeat(500))).toBe(`${"x".repeat(EXCERPT_LENGTH)} …`);
  });
});

test("a review is signed with the first name only", () => {
  expect(signatureOf({ first_name: " Ada ", town: "Concord" })).toEqual({ name: "Ada", town: "Concord" });
  expect(signatureOf({ first_name: null, town: "" })).toEqual({ name: "A customer", town: "" });
});

test("a review without consent never fits the home page", () => {
  expect(stateOf({ may_publish: false, published_at: null })).toBe("private");
  expect(stateOf({ may_publish: true, published_at: null })).toBe("consented");
  expect(stateOf({ may_publish: true, published_at: {} })).toBe("published");
});
