import { describe, expect, test } from "vitest";
import { isUuid } from "~/lib/ids";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import { linkSigner } from "./links.server";
import { formToken, guardForm, keptToken, submissionId } from "./spam.server";

const links = linkSigner("a secret of the tests");
const start = Temporal.Instant.from("2026-06-01T12:00:00Z");
const at = (milliseconds: number) => ({ links, now: start.add({ milliseconds }) });
const form = { name: "contact", button: "Send" };
const token = formToken(at(0), "contact");
const guard = (milliseconds: number, text = token) =>
  guardForm(at(milliseconds), form, { [TOKEN_FIELD]: text });

const DAY = 24 * 60 * 60 * 1000;

describe("a form that was shown", () => {
  test("is a person's from two seconds up to a day later", () => {
    const [form_id] = token.split(".");
    expect(guard(2000)).toEqual({ kind: "person", form_id });
    expect(guard(DAY)).toEqual({ kind: "person", form_id });
  });

  test("is shown again when it comes sooner, and counts from when it was first shown", () => {
    const again = guard(1999);
    expect(again).toEqual({ kind: "again", message: "That was quick! Please press Send once more.", token });
  });

  test("is shown again after a day, and can then be sent at once", () => {
    const again = guard(DAY + 1);
    expect(again).toMatchObject({
      kind: "again",
      message: expect.stringContaining("Please press Send once more"),
    });
    const fresh = again.kind === "again" ? again.token : "";
    expect(fresh.split(".")[0]).not.toBe(token.split(".")[0]);
    expect(guard(DAY + 1, fresh).kind).toBe("person");
  });
});

describe("a token that is not ours", () => {
  const [id, shownAt, key] = token.split(".");
  test.each([
    ["is missing", ""],
    ["is another form's", formToken(at(0), "application:1")],
    ["is another installation's", formToken({ ...at(0), links: linkSigner("another") }, "contact")],
    ["has another id", `00000000-0000-4000-8000-000000000000.${shownAt}.${key}`],
    ["says an earlier time", `${id}.${Number(shownAt) - 5000}.${key}`],
    ["is cut off", token.slice(0, -1)],
    ["is odd", "\u0000.NaN.%"],
    ["is from the future", formToken(at(DAY), "contact")],
  ])("that %s: the form comes again, with a good one", (_what, text) => {
    const again = guard(5000, text);
    expect(again.kind).toBe("again");
    const fresh = again.kind === "again" ? again.token : "";
    expect(guard(5000, fresh).kind).toBe("again");
    expect(guard(7000, fresh).kind).toBe("person");
  });

  test("or no form at all", () => {
    expect(guardForm(at(5000), form, null).kind).toBe("again");
  });
});

test("what fills in the field that people can't see is a program, whatever its token", () => {
  for (const text of [token, "", "nonsense"]) {
    const fields = { [TOKEN_FIELD]: text, [TRAP_FIELD]: "https://spam.example" };
    expect(guardForm(at(5000), form, fields)).toEqual({ kind: "program" });
  }
});

test("who corrects a field keeps the token; one that is not good is replaced", () => {
  expect(keptToken(at(500), "contact", { [TOKEN_FIELD]: token })).toBe(token);
  expect(keptToken(at(DAY + 1), "contact", { [TOKEN_FIELD]: token })).not.toBe(token);
  expect(keptToken(at(500), "contact", { [TOKEN_FIELD]: "x" })).not.toBe("x");
});

test("the same form with the same content is one submission; another content is another", () => {
  const one = submissionId("form", { message: "a" });
  expect(isUuid(one)).toBe(true);
  expect(submissionId("form", { message: "a" })).toBe(one);
  expect(submissionId("form", { message: "b" })).not.toBe(one);
  expect(submissionId("other form", { message: "a" })).not.toBe(one);
});
