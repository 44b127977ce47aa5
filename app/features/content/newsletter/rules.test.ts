import { describe, expect, test } from "vitest";
import { newsletterSchema } from "./forms";
import { decideRequest } from "./rules";

const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
const ago = (seconds: number) => now.subtract({ seconds });

describe("a request for the newsletter", () => {
  test.each([
    ["a new one is asked to confirm", null, "pending", "confirm"],
    ["one that is pending since long is asked again", ["pending", 120], "pending", "confirm"],
    ["a second press is no second request", ["pending", 119], "pending", null],
    ["a subscribed one stays so, and hears of it", ["subscribed", 5], "subscribed", "already"],
    ["one that had left is asked to confirm, at once", ["unsubscribed", 1], "pending", "confirm"],
  ] as const)("%s", (_name, known, status, mail) => {
    const before = known && { status: known[0], asked_at: ago(known[1]) };
    expect(decideRequest(before, now)).toEqual({ status, mail });
  });
});

describe("the typed address", () => {
  const parse = (email: unknown) => newsletterSchema.safeParse({ email });

  test("is normalized", () => {
    expect(parse("  Ada@Mail.Example\n").data).toEqual({ email: "ada@mail.example" });
  });

  test.each([
    ["nothing", undefined],
    ["empty", ""],
    ["no address", "ada"],
    ["two", "ada@mail.example, bob@mail.example"],
    ["a line more", "ada@mail.example\r\nBcc: bob@mail.example"],
    ["HTML", "<b>ada@mail.example</b>"],
    ["too long", `${"a".repeat(250)}@mail.example`],
    ["no text", 7],
  ])("%s is refused with the form's message", (_name, email) => {
    const issues = parse(email).error?.issues.map(({ message }) => message);
    expect(issues).toEqual(["Please enter a valid email address"]);
  });
});
