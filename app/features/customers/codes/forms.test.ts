import { expect, test } from "vitest";
import { addCodeSchema, LIMITS } from "./forms";

const FORM = {
  code_id: "0b8f3a52-0000-4000-8000-000000000001",
  kind: "code",
  label: " Front door  lockbox ",
  value: " 4711# ",
};
const messages = (change: Record<string, unknown>) =>
  addCodeSchema.safeParse({ ...FORM, ...change }).error?.issues.map(({ message }) => message) ?? [];

test("a code is cleaned of spaces around it", () => {
  expect(addCodeSchema.parse(FORM)).toMatchObject({ label: "Front door lockbox", value: "4711#" });
});

test.each([
  [{ kind: "window" }, "Choose a code, a key or an alarm."],
  [{ label: "  " }, "Say what it opens."],
  [{ label: undefined }, "Say what it opens."],
  [{ label: "Lockbox 4711" }, "Leave the code itself out of what it opens: this line is not secret."],
  [{ label: "Alarm password Daisy" }, "Leave the code itself out of what it opens: this line is not secret."],
  [{ label: "x".repeat(LIMITS.label + 1) }, "What it opens can have at most 60 characters."],
  [{ value: " " }, "Enter the code."],
  [{ value: "1".repeat(LIMITS.value + 1) }, "A code can have at most 300 characters."],
  [{ code_id: "1" }, "This form is too old. Reload the page."],
])("%j is refused with a word on what to do", (change, message) => {
  expect(messages(change)).toEqual([message]);
});

test.each(["Key in the flowerpot", "Gate 2", "Garage"])("%j may be what it opens", (label) => {
  expect(messages({ label })).toEqual([]);
});
