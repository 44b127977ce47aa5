import { expect, test } from "vitest";
import { linkSigner } from "./links.server";

test("a link that an old secret signed still opens, and only what it names", () => {
  const before = linkSigner("the first secret");
  const after = linkSigner("the newest secret", "a second secret", "the first secret");
  const key = before.sign("booking:1");
  expect(after.isSigned("booking:1", key)).toBe(true);
  expect(after.isSigned("booking:2", key)).toBe(false);
  expect(linkSigner("the newest secret").isSigned("booking:1", key)).toBe(false);
});

test("new links are signed with the newest secret", () => {
  const after = linkSigner("the newest secret", "the first secret");
  expect(after.sign("plan:1")).toBe(linkSigner("the newest secret").sign("plan:1"));
  expect(linkSigner("the first secret").isSigned("plan:1", after.sign("plan:1"))).toBe(false);
});
