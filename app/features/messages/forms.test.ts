import { describe, expect, test } from "vitest";
import { messageSchema } from "./forms";

const valid = { name: "Ada", email: "ada@mail.example", message: "Do you do windows?" };

function messagesOf(changes: object) {
  const { error } = messageSchema.safeParse({ ...valid, ...changes });
  return error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [];
}

describe("the contact form reports errors with the exact texts", () => {
  test.each([
    [{ name: undefined }, "name: Name must be at least 2 characters"],
    [{ name: " A " }, "name: Name must be at least 2 characters"],
    [{ name: "\u200B\u0000\u202E" }, "name: Name must be at least 2 characters"],
    [{ name: "x".repeat(101) }, "name: Name can have at most 100 characters"],
    [{ email: undefined }, "email: Please enter a valid email address"],
    [{ email: "ada" }, "email: Please enter a valid email address"],
    [{ email: "ada@mail" }, "email: Please enter a valid email address"],
    [{ email: "ada@mail.example\nBcc: x@mail.example" }, "email: Please enter a valid email address"],
    [{ email: `${"x".repeat(254)}@mail.example` }, "email: Email can have at most 254 characters"],
    [{ phone: "1".repeat(41) }, "phone: Phone can have at most 40 characters"],
    [{ message: undefined }, "message: Message must be at least 10 characters"],
    [{ message: "  too short  " }, "message: Message must be at least 10 characters"],
    [{ message: "x".repeat(5001) }, "message: Message can have at most 5,000 characters"],
  ])("for %j", (changes, complaint) => {
    expect(messagesOf(changes)).toEqual([complaint]);
  });

  test.each([
    { name: "Al" },
    { name: "x".repeat(100) },
    { phone: "whatever, no format check" },
    { message: "0123456789" },
    { message: "x".repeat(5000) },
  ])("and accepts %j", (changes) => {
    expect(messagesOf(changes)).toEqual([]);
  });
});

test("typed text is trimmed but otherwise unchanged", () => {
  const typed = {
    ...valid,
    name: "  Ada\u0000   <b>Lovelace</b>\u202E ",
    email: " Ada@Mail.Example ",
    message: "First line\r\n\r\nSecond\u0007 line & <script>",
  };
  expect(messageSchema.parse(typed)).toEqual({
    name: "Ada <b>Lovelace</b>",
    email: "ada@mail.example",
    message: "First line\n\nSecond line & <script>",
  });
});
