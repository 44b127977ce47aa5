import { expect, test } from "vitest";
import { cannedText } from "./message";

test.each([
  ["Ada Lovelace", "Hello Ada, thank you, Ada."],
  ["Ada", "Hello Ada, thank you, Ada."],
  ["", "Hello there, thank you, there."],
  ["$& Ltd", "Hello $&, thank you, $&."],
])("a canned reply greets %s", (name, text) => {
  expect(cannedText({ body: "Hello {name}, thank you, {name}." }, name)).toBe(text);
});
