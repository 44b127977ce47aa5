import { describe, expect, test } from "vitest";
import { isUuid } from "~/lib/ids";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import { linkSigner } from "~/platform/auth/links.server";
import { formToken, guardForm, keptToken, submissionId } from "./spam.server";

const links = linkSigner("a secret of the tests");
const start = Temporal.Instant.from("2026-06-01T12:00:00Z");
const at = (milliseconds: number) => ({ links, now: start.add({ milliseconds }) });
const form = { name: "contact", button: "Send" };
const token = formToken(at(0), "contact");
const guard = (milliseconds: number, text = token) =>
  guardForm(at(milliseconds), form, { [TOKEN_FIELD]: text });

const DAY = 24 * 60 * 60 * 1000;

describe("a shown form", () => {
  test("counts as a person's from two seconds to a day later", () => {
    const [form_id] = token.split(".");
    expect(guard(2000)).toEqual({ kind: "person", form_id });
    expect(guard(DAY)).toEqual({ kind: "person", form_id });
  });

  test("is shown again if sent sooner, and keeps the time at which it was first shown", () => {
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

describe("an invalid token", () => {
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

  test("is a missing form, too", () => {
    expect(guardForm(at(5000), form, null).kind).toBe("again");
  });
});

test("whoever fills in the hidden field is a program, whatever the token", () => {
  for (const text of [token, "", "nonsense"]) {
    const fields = { [TOKEN_FIELD]: text, [TRAP_FIELD]: "https://spam.example" };
    expect(guardForm(at(5000), form, fields)).toEqual({ kind: "program" });
  }
});

test("correcting a field keeps a valid token; an invalid one is replaced", () => {
  expect(keptToken(at(500), "contact", { [TOKEN_FIELD]: token })).toBe(token);
  expect(keptToken(at(DAY + 1), "contact", { [TOKEN_FIELD]: token })).not.toBe(token);
  expect(keptToken(at(500), "contact", { [TOKEN_FIELD]: "x" })).not.toBe("x");
});

test("a form sent twice with the same content is one submission; other content is another one", () => {
  const one = submissionId("form", { message: "a" });
  expect(isUuid(one)).toBe(true);
  expect(submissionId("form", { message: "a" })).toBe(one);
  expect(submissionId("form", { message: "b" })).not.toBe(one);
  expect(submissionId("other form", { message: "a" })).not.toBe(one);
});
