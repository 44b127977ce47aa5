import { expect, test } from "vitest";
import { parseUndo } from "./toast-message";

test.each([
  [
    { action: "/admin/x?y=1", fields: { id: "1" } },
    { action: "/admin/x?y=1", fields: { id: "1" } },
  ],
  [
    { action: "/x", fields: { id: 1, name: "a" } },
    { action: "/x", fields: { name: "a" } },
  ],
  [{ action: "//evil.example", fields: {} }, undefined],
  [{ action: "https://evil.example", fields: {} }, undefined],
  [{ action: "/x" }, undefined],
  [undefined, undefined],
  ["text", undefined],
])("the undo %j is read as %j", (value, expected) => {
  expect(parseUndo(value)).toEqual(expected);
});
