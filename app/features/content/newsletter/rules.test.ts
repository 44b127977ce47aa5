import { describe, expect, test } from "vitest";
import { newsletterSchema } from "./forms";
import { decideRequest } from "./rules";

const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
const ago = (seconds: number) => now.subtract({ seconds });

describe("a request for the newsletter", () => {
  test.each([
    ["for a new address asks to confirm", null, "pending", "confirm"],
    ["for an address pending for long asks again", ["pending", 120], "pending", "confirm"],
    ["pressed twice counts once", ["pending", 119], "pending", null],
    ["for a subscribed address keeps it and tells its owner", ["subscribed", 5], "subscribed", "already"],
    ["for an unsubscribed address asks to confirm at once", ["unsubscribed", 1], "pending", "confirm"],
  ] as const)("%s", (_name, known, status, kind) => {
    const before = known && { status: known[0], asked_at: ago(known[1]) };
    expect(decideRequest(before, now)).toEqual({ status, email: kind });
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
    ["a second line", "ada@mail.example\r\nBcc: bob@mail.example"],
    ["HTML", "<b>ada@mail.example</b>"],
    ["too long", `${"a".repeat(250)}@mail.example`],
    ["no text", 7],
  ])("%s is refused with the form's message", (_name, email) => {
    const issues = parse(email).error?.issues.map(({ message }) => message);
    expect(issues).toEqual(["Please enter a valid email address"]);
  });
});
