import { describe, expect, test } from "vitest";
import { eventsIn, webhookSchema, wrongUrl } from "./forms";

describe("the address of a webhook", () => {
  test.each([
    "https://example.com/hook?x=1",
    "https://EXAMPLE.com:8443",
    "https://93.184.215.14/",
    "https://münchen.example/",
  ])("may be %s", (url) => expect(wrongUrl(url)).toBeNull());

  test.each([
    ["", "Address is required."],
    ["example.com", "Address must be a web address, like https://example.com/hook."],
    ["http://example.com/", "Address must start with https://."],
    ["ftp://example.com/", "Address must start with https://."],
    ["javascript:alert(1)", "Address must start with https://."],
    ["https://user:secret@example.com/", "Address must not contain a user name or password."],
    ["https://localhost/", "Address must be on the public internet."],
    ["https://LOCALHOST./", "Address must be on the public internet."],
    ["https://db.internal/", "Address must be on the public internet."],
    ["https://printer.local/", "Address must be on the public internet."],
  ])("can't be %j", (url, message) => {
    expect(wrongUrl(url)).toBe(message);
    expect(webhookSchema.safeParse({ url }).success).toBe(false);
  });

  test("may have 500 characters and is stored normalized", () => {
    const url = `https://example.com/${"a".repeat(480)}`;
    expect(webhookSchema.safeParse({ url }).success).toBe(true);
    expect(webhookSchema.safeParse({ url: `${url}a` }).success).toBe(false);
    expect(webhookSchema.parse({ url: " https://EXAMPLE.com " }).url).toBe("https://example.com/");
  });
});

test("the chosen events are those with a checked box", () => {
  const fields = { booking_confirmed: "on", payment_refunded: "on", booking_cancelled: "yes", other: "on" };
  expect(eventsIn(fields)).toEqual(["booking.confirmed", "payment.refunded"]);
  expect(eventsIn(webhookSchema.parse({ url: "https://example.com", ...fields }))).toEqual(eventsIn(fields));
  expect(eventsIn({})).toEqual([]);
});
